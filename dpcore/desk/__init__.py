"""THE DESK: the product without screens. What a page, a script or a notebook calls.

desk        the facade; every rule is enforced here       home       the folder that all is kept in
catalog     the datasets a user may see                   versions   the rows of each version; renewal of old copies
answer      from asks to answers for one user             team       members, slices, approvals
sharing     links that open without an account            dossier    what travels: releases with public facts
signature   the desk's signing key, and those it trusts   draft      plans being written
"""
