"""WHAT IF, drawn: figures as SVG, which repaint faster than any chart library; words say the same."""
