"""What comes from a disk and goes to it, before anyone knows what it means.

Text and tables are read with limits, values are checked, and files are replaced whole
or not at all. What the contents mean is known further up: `core.scenes`,
`core.tables`, `core.files`.
"""
