"""EXPLORE: its figures as SVG, which repaint faster than a charting library, and the sentences under them."""
