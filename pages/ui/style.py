"""CSS for what Streamlit has no setting for: contrast, focus, narrow screens and paper."""

from __future__ import annotations

import streamlit as st

# Streamlit truncates numbers and the meter on phones, uses white text on the accent in the dark theme too, chart text
# with a contrast of 3.7 : 1, and a focus tint of 1.1 : 1. Its header is 60 pixels high, with 128 above the first line;
# its links are 28 high, and a title should begin within 100.
# On paper a chart keeps its width on the screen and is cut off, so it is made as much smaller as it is too wide.
# A list of choices is as wide as its field, and that of the languages is narrow on phones, if they have no percentage.
# A table of words scrolls on phones, where no key reaches it: its columns are narrow enough not to.
# The header and the foot of a plan lie over what scrolls: what the keyboard comes to is scrolled clear of both.
# The buttons of the two noises are lower than the field beside them, and their label would stand lower than its.
# A question mark of a help is 16 pixels wide: a finger gets twice that.
# A popover does not know the colour scheme, so a button's text is white if the surrounding text is dark, else black.
STYLE = """<style>
[data-testid="stHeader"] { height: 44px; min-height: 44px; }
[data-testid="stMainBlockContainer"] { padding-top: 48px; }
[data-testid="stMainBlockContainer"] h1 { padding-top: 0; }
[data-testid="stMain"] { scroll-padding-top: 56px; }
[data-testid="stMain"]:has(.st-key-plan-foot) { scroll-padding-bottom: 128px; }
.st-key-meter { min-height: 40px; margin-bottom: -8px; }
[class*="st-key-currency-"] [role="radiogroup"] button { min-height: 40px; }
[data-testid="stBottomBlockContainer"] { padding-block: 0.5rem 1rem; }
@media (max-width: 640px) {
  [data-testid="stMain"]:has(.st-key-plan-foot) { scroll-padding-bottom: 216px; }
  .st-key-meter { flex-wrap: nowrap; gap: 0.25rem; }
  .st-key-meter > * { min-width: 0 !important; flex-shrink: 1; }
  .st-key-meter > :first-child { flex: 0 0 auto; max-width: 30%; }
  .st-key-meter > :has(.stMarkdownBadge) { flex: 0 0 26px; width: 26px; overflow: hidden; }
  .st-key-meter .stMarkdownBadge { font-size: 0 !important; text-overflow: clip; }
  .st-key-meter .stMarkdownBadge [role="img"] { font-size: 1rem; }
  .st-key-meter > .st-key-language-menu { flex: 0 0 48px; width: 48px; }
  .st-key-meter > .st-key-unit-menu { flex: 0 0 52px; width: 52px; }
  .st-key-meter > .st-key-language-menu:has(input[value$="%"]) { flex: 0 0 92px; width: 92px; }
  :is(.st-key-language-menu, .st-key-unit-menu) input {
    padding: 0 2px; font-size: 0.7rem; text-align: center; text-overflow: clip;
  }
  :is(.st-key-language-menu, .st-key-unit-menu) [role="group"] { position: relative; }
  :is(.st-key-language-menu, .st-key-unit-menu) [role="group"] button {
    position: absolute; inset: 0; width: auto; opacity: 0;
  }
  [data-testid="stSelectboxVirtualDropdown"]:is(
    [style*="--trigger-width: 48px"], [style*="--trigger-width: 52px"], [style*="--trigger-width: 92px"]
  ) {
    min-width: 150px;
  }
  .st-key-meter > :first-child p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .st-key-meter > :has([data-testid="stHtml"]) { display: none; }
  .st-key-meter .st-key-person [data-testid="stMarkdownContainer"] {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
  .st-key-meter [data-testid="stPageLink-NavLink"] { padding: 0 4px; }
  .st-key-meter [data-testid="stPageLink-NavLink"] * { font-size: 0.7rem; line-height: 1.15; }
  .st-key-plan-foot [data-testid="stCaptionContainer"] { display: none; }
  .st-key-plan-foot [data-testid="stMarkdownContainer"] p { font-size: 0.875rem; }
  .st-key-plan-foot [data-testid="stMarkdownContainer"] a { display: inline-block; padding-block: 0.25rem; }
  :is(.st-key-plan-undo, .st-key-plan-redo, .st-key-plan-explore) [data-testid="stMarkdownContainer"] {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
  [data-testid="stTable"] :is(th, td) { padding-inline: 0.2rem !important; overflow-wrap: break-word; }
  [data-testid="stTable"] :is(th, td, th *, td *) { font-size: 0.75rem !important; }
}
.st-key-topics [data-testid="stElementToolbar"] { display: none; }
[data-testid="stMetricValue"], [data-testid="stMetricValue"] * { white-space: normal !important; }
[data-testid="stPageLink-NavLink"] * { white-space: normal; overflow: visible; }
:is([data-testid^="stBaseButton-primary"], [data-testid^="stBaseLinkButton-primary"]):not(:disabled) {
  color: light-dark(#ffffff, #14181d);
  color: rgb(from currentcolor calc((128 - r) * 255) calc((128 - g) * 255) calc((128 - b) * 255));
}
.js-plotly-plot :is([class$=tick] text, [class$=title], .annotation-text, .colorbar text) {
  fill: currentcolor !important;
}
@media (pointer: coarse) {
  [data-testid="stTooltipHoverTarget"] > button:has(> svg.icon) { position: relative; }
  [data-testid="stTooltipHoverTarget"] > button:has(> svg.icon)::after { content: ""; position: absolute; inset: -8px; }
}
@media print {
  [data-testid="stBottom"] { display: none; }
  [data-testid="stPlotlyChart"] { container-type: inline-size; }
  .js-plotly-plot .main-svg { zoom: min(1, calc(100cqw / attr(width px))); }
}
:is(a, button, summary, main, canvas):focus-visible { outline: 2px solid light-dark(#1f5fbf, #5b9bf0) !important; }
:is(a, summary, main, canvas):focus-visible { outline-offset: -2px; }
</style>"""


def apply() -> None:
    """From the frame, for every page."""
    st.html(STYLE)
