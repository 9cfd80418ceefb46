"""Which tests run when: `make quick`, `make test`, `make audit`, `make release`.

graph      what each file imports, directly and in the end; the digest of all that; who imports what has changed
store      what is stored between runs: seconds by file, tests that have ever failed, lines of audits and benchmarks
draw       which of the dear tests run in `make test`: a function of that digest
parts      the parts of `make audit`, by file and measured time
plugin     what pytest does with all this: options, selection, records, what is printed
"""
