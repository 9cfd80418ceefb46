"""HOW A RELEASE IS SHOWN: words, charts, files. Works from releases and public facts; rows are unknown here.

text/       sentences that say what a number, an error, a price or a budget means; help texts of terms
shape/      one presenter a shape of answers; free views of an answer; which cells are usable
chart/      the one description of a chart (picture), drawn by Plotly (plotly) and as SVG (svg)
over_time/  two answers of one question compared; one question over versions
file/       tidy CSV and JSON; plans as files, scripts and notebooks
page/       releases as one HTML page without scripts, for a link, a file or paper
bundle/     releases as one signed zip, and whether such a zip is genuine
record/     a methods note, a registry entry, the evaluation points of NIST SP 800-226
explore/    the figures of a what-if
answers     every measurement of one question as one answer
export, words    what exported scripts import, at an address that stays
"""
