"""A plain model of songs and edits, written from the rules: what `Tests/system/model` trusts.

Lists are searched from end to end and everything is compared with everything. Times are whole
ticks; what is not whole is a `Fraction` until a rule says that it is rounded.
"""
