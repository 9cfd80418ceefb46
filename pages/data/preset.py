"""Ranges that everybody knows, none of them taken from a table: (low, high, whole numbers)."""

PRESETS: dict[str, tuple[float, float, bool]] = {
    "age in years 0–120": (0, 120, True),
    "percentage 0–100": (0, 100, False),
    "share 0–1": (0, 1, False),
    "month 1–12": (1, 12, True),
    "day of the month 1–31": (1, 31, True),
    "day of the week 1–7": (1, 7, True),
    "hour of the day 0–23": (0, 23, True),
    "minute of the day 0–1,439": (0, 1439, True),
    "year 1900–2100": (1900, 2100, True),
    "rating 1–5": (1, 5, True),
    "rating 0–10": (0, 10, True),
    "latitude −90–90": (-90, 90, False),
    "longitude −180–180": (-180, 180, False),
    "body height in cm 0–250": (0, 250, False),
    "body weight in kg 0–400": (0, 400, False),
    "air temperature in °C −90–60": (-90, 60, False),
}
OWN = "my own"
