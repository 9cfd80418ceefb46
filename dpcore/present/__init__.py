"""HOW A RELEASE IS SHOWN: words, figures, files. Works from releases and public facts; rows are unknown here.

words      sentences that say what a number, a price or a budget means
figure     one chart style (plotly), intervals always visible, alt text from the same sentences
export     tidy CSV and JSON, with cells that a spreadsheet would run made inert
lesson     games and figures on public tables, one file a lesson
mistake    famous mistakes, each with a counter-example computed on the spot
"""
