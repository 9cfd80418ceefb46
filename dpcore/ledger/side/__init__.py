"""Editable data outside the hash chain: scenarios, comments on share links, opening counts of share links."""
