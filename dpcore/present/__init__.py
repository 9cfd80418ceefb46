"""HOW A RELEASE IS SHOWN: words, figures, files. Works from releases and public facts; rows are unknown here.

words      sentences that say what a number, a price or a budget means
shape      one presenter a shape of answers; picture: the one description of a chart
figure     that description drawn by plotly, in one style, intervals always visible, alt text from the same sentences
adjust     free views of an answer; evaluate: a function at typed points
export     tidy CSV and JSON, with cells that a spreadsheet would run made inert
plan_file  a plan as versioned JSON, and back; source, script: as Python, as a notebook
compare    two answers of one question with the combined error; series: one over versions; change, course: drawn
lesson     games and figures on public tables, one file a lesson
page       releases as one HTML page without scripts, for a link, a file or paper
bundle     releases as one signed zip, and whether such a zip is genuine
record     a methods note, a registry entry, the evaluation points of NIST SP 800-226
mistake    famous mistakes, each with a counter-example computed on the spot
"""
