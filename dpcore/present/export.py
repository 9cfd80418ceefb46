"""What exported scripts and notebooks import. It stays here, so that those of every earlier version run."""

from dpcore.present.file.export import to_csv

__all__ = ["to_csv"]
