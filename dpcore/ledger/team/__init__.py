"""A TEAM: membership (who, in which role), slice (of the budget), proposal (a waiting plan), act (rules)."""
