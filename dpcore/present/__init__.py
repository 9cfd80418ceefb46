"""HOW A RELEASE IS SHOWN: words, charts, files. Uses releases and public facts only, never rows.

text/       sentences that explain a number, an error, a price or a budget; help texts of terms
shape/      one presenter per shape of answer; free views of an answer
chart/      one description of a chart (picture), drawn by Plotly (plotly) and as SVG (svg)
over_time/  two answers of one question compared; one question over versions
file/       tidy CSV and JSON; plans as files, scripts and notebooks
page/       releases as one HTML page without scripts, for a link, a file or paper
bundle/     releases as one signed zip, and the verification of such a zip
record/     a methods note, a registry entry, the evaluation points of NIST SP 800-226
explore/    the figures of the Explore screen
answers     all measurements of one question as one answer
export, words    what exported scripts import, at a module name that does not change
"""
