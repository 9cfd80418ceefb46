"""What the Team page draws: members, parts of the budget, plans that wait."""
