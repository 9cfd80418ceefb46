"""Imported by exported scripts and notebooks. It must stay here, so that those of earlier versions still run."""

from dpcore.present.text.words import meter

__all__ = ["meter"]
