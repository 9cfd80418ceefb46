"""Commonly known ranges, none of them taken from a table: (low, high, whole numbers)."""

from dpcore.text import Text

PRESETS: dict[Text, tuple[float, float, bool]] = {
    Text("age in years 0–120"): (0, 120, True),
    Text("percentage 0–100"): (0, 100, False),
    Text("share 0–1"): (0, 1, False),
    Text("month 1–12"): (1, 12, True),
    Text("day of the month 1–31"): (1, 31, True),
    Text("day of the week 1–7"): (1, 7, True),
    Text("hour of the day 0–23"): (0, 23, True),
    Text("minute of the day 0–1,439"): (0, 1439, True),
    Text("year 1900–2100"): (1900, 2100, True),
    Text("rating 1–5"): (1, 5, True),
    Text("rating 0–10"): (0, 10, True),
    Text("latitude −90–90"): (-90, 90, False),
    Text("longitude −180–180"): (-180, 180, False),
    Text("body height in cm 0–250"): (0, 250, False),
    Text("body weight in kg 0–400"): (0, 400, False),
    Text("air temperature in °C −90–60"): (-90, 60, False),
}
OWN = Text("my own")
