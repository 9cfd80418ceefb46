"""The team of a dataset: membership (users and roles), slice (part of the budget), proposal (plan), act (rules)."""
