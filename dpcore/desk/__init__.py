"""The desk: the whole product without screens. Called by pages, scripts and notebooks.

desk        the facade; enforces every rule                home       the folder with all data of a desk
catalog     the datasets that a user may see               versions   the rows of each version; renewal: old copies
past_reading how files were read before
answer      answers the asks of one user                   team       members, slices, approvals
sharing     share links that need no account               dossier    releases with public facts, for publishing
signature   the desk's signing key and trusted keys        draft      unfinished plans
preference  what a user has chosen on screens
"""
