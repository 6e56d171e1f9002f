"""Many networks of one run that differ in their seed, learning at the same time.

`course` is what all of them go through, `members` trains them, `runner` does so in a
thread, and `fate` judges how each ended up. The window's Grid view shows them.
"""
