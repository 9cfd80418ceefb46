"""What exported scripts and notebooks import. It stays here, so that those of every earlier version run."""

from dpcore.present.text.words import meter

__all__ = ["meter"]
