"""The cells whose proof is known to be loose, with why. A cell that is not here has a witness of nine tenths."""

from __future__ import annotations

_EQUAL = (
    "The L1 distance is bounded by the root of the number of coordinates times the L2 distance, which is reached only "
    "where all coordinates move alike. A row moves them by the kernel's weights, which fall with the frequency."
)
_ONE_SIDE = (
    "The largest bands of both quartiles are booked. A row that comes or goes has the largest band of the first one if "
    "it lies below that, and of the third one if it lies above that: never both, and the other band is two thirds as "
    "wide. At most five sixths are lost, and nine tenths of mu, which is a square root."
)
LOOSE: dict[str, str] = {
    **{
        f"kernel_machine/{neighbors}/{shape}/epsilon": _EQUAL
        for neighbors in ("add_remove", "replace")
        for shape in ("row", "rows", "groups")
    },
    **{f"interquartile_range/selection/add_remove/{shape}/epsilon": _ONE_SIDE for shape in ("row", "rows", "groups")},
    "interquartile_range/selection/replace/groups/epsilon": _ONE_SIDE,
}
"""Cell -> the reason that no two tables lose nine tenths of what is booked."""
MOST = 10
