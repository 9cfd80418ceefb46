"""What a child process that runs foreign code, or reads a foreign file, may not do; used by scripts without `dpcore`.

protection     no network, no folders but those of modules, limits      filter  the system calls that it may use
process_start  starts and ends such a process
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""The folder of these modules, from which a child loads them by path."""
