"""What the Team page draws: members, slices of the budget, plans that wait."""
