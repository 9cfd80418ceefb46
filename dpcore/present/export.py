"""Imported by exported scripts and notebooks. It must stay here, so that those of earlier versions still run."""

from dpcore.present.file.export import to_csv

__all__ = ["to_csv"]
