"""LANGUAGES: sentences as they were made (`dpcore.text.Text`), in the words of whoever reads them.

translation   one sentence in one language: its key looked up, its facts put in as that language writes them
extract       the keys of the program, for Babel: `make words`
<code>.po     the sentences of one language, the English as key; `glossary-<code>.md`: which term stands for which
"""
