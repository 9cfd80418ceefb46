"""LANGUAGES: sentences (`dpcore.text.Text`) in the language of the reader.

translation   translates a sentence: looks up its key and formats its facts
extract       collects the keys of the program, for Babel: `make words`
<code>.po     the sentences of one language, with the English as key; `glossary-<code>.md`: the terms used
lessons/      the same for the texts of Learn, which do not matter for whether a language is offered
"""
