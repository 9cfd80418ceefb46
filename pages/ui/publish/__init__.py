"""What the screens for sharing are made of."""
