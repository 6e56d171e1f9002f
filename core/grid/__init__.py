"""Many networks of one run that differ in their seed, learning at the same time.

`course` says what all of them do, `members` trains them, `runner` does so in a thread,
`fate` says what became of each. The window's Grid view shows them.
"""
