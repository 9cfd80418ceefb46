"""The Explore screen, one file a part: the link (state), levers, charts, scenarios, target errors, training."""
