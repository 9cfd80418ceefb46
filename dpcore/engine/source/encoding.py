"""The text encodings that a person may declare for delimited text, and their decoder, which is total.

In all of them the characters of ASCII are single bytes. A second byte may look like one: Shift_JIS, GB18030 and Big5
have letters with the byte of |, ~ or a backslash. So text is decoded before it is split into cells. A byte that begins
no character is bad by itself, and only its cell is missing: no delimiter, quote or line end after it is lost.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, final

from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.text import Text

BAD: Final = "\udfff"
"""Instead of each byte that begins no character. As half a surrogate pair, it makes its cell missing."""
_ERRORS: Final = "murmur-bad-byte"
# Python may name several bytes, up to the end of the file, of which those after the first are read again
codecs.register_error(_ERRORS, lambda error: (BAD, getattr(error, "start", 0) + 1))


@final
@dataclass(frozen=True, slots=True)
class Encoding:
    """title: its usual names. codec: of Python. script: what is written in it. also: more names, in small letters."""

    title: str
    codec: str
    script: Text
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As it is stored."""
        return self.title.partition(" (")[0].lower().replace(" ", "-")

    @property
    def label(self) -> Text:
        """Its script and its usual names."""
        return Text("{script}: {title}", script=self.script, title=self.title)


_WESTERN, _CENTRAL = Text("Western European"), Text("Central European")
_CYRILLIC, _GREEK, _TURKISH = Text("Cyrillic"), Text("Greek"), Text("Turkish")
ENCODINGS: Final = {
    each.name: each
    for each in (
        Encoding("UTF-8", "utf-8", Text("all scripts"), ("utf8", "utf-8-sig")),
        Encoding("Windows-1252", "cp1252", _WESTERN, ("cp1252", "ansi")),
        Encoding("ISO-8859-1 (Latin-1)", "iso8859-1", _WESTERN, ("latin-1", "latin1", "iso8859-1")),
        Encoding("ISO-8859-15 (Latin-9)", "iso8859-15", _WESTERN, ("latin-9", "latin9", "iso8859-15")),
        Encoding("Mac Roman", "mac-roman", _WESTERN, ("macintosh", "macroman")),
        Encoding("CP850 (DOS)", "cp850", _WESTERN, ("ibm850",)),
        Encoding("CP437 (DOS)", "cp437", _WESTERN, ("ibm437",)),
        Encoding("Windows-1250", "cp1250", _CENTRAL, ("cp1250",)),
        Encoding("ISO-8859-2 (Latin-2)", "iso8859-2", _CENTRAL, ("latin-2", "latin2", "iso8859-2")),
        Encoding("CP852 (DOS)", "cp852", _CENTRAL, ("ibm852",)),
        Encoding("Windows-1251", "cp1251", _CYRILLIC, ("cp1251",)),
        Encoding("KOI8-R", "koi8-r", _CYRILLIC, ("koi8r",)),
        Encoding("CP866 (DOS)", "cp866", _CYRILLIC, ("ibm866",)),
        Encoding("Windows-1253", "cp1253", _GREEK, ("cp1253",)),
        Encoding("ISO-8859-7", "iso8859-7", _GREEK, ("iso8859-7",)),
        Encoding("Windows-1254", "cp1254", _TURKISH, ("cp1254",)),
        Encoding("ISO-8859-9 (Latin-5)", "iso8859-9", _TURKISH, ("latin-5", "latin5", "iso8859-9")),
        Encoding("Windows-1255", "cp1255", Text("Hebrew"), ("cp1255",)),
        Encoding("Windows-1256", "cp1256", Text("Arabic"), ("cp1256",)),
        Encoding("Windows-1257", "cp1257", Text("Baltic"), ("cp1257",)),
        Encoding("Windows-1258", "cp1258", Text("Vietnamese"), ("cp1258",)),
        Encoding("Windows-874 (TIS-620)", "cp874", Text("Thai"), ("tis-620", "cp874")),
        Encoding("CP949 (EUC-KR)", "cp949", Text("Korean"), ("euc-kr", "ms949", "uhc", "ks-c-5601-1987")),
        Encoding("Shift_JIS (CP932)", "cp932", Text("Japanese"), ("cp932", "sjis", "shift-jis", "windows-31j")),
        Encoding("EUC-JP", "euc_jp", Text("Japanese"), ("eucjp",)),
        Encoding("GB18030 (GBK, GB2312)", "gb18030", Text("Chinese, simplified"), ("gbk", "gb2312", "cp936")),
        Encoding("Big5 (CP950)", "cp950", Text("Chinese, traditional"), ("cp950", "big-5")),
    )
}
"""By name, in the order of a menu."""
_NAMES: Final = {spelled: each.name for each in ENCODINGS.values() for spelled in (each.name, *each.also)}


def encoding_name(given: Any) -> str:
    """The name of a known encoding, in any usual spelling. Raises SourceError."""
    spelled = given.strip().lower().replace(" ", "-") if isinstance(given, str) else ""
    found = _NAMES.get(spelled) or _NAMES.get(spelled.replace("_", "-"))
    if found is None:
        raise SourceError(
            "The encoding {given} is not known.", "Use one of {known}.", given=shown(given), known=", ".join(ENCODINGS)
        )
    return found


def decode(pieces: Iterable[bytes], name: str) -> Iterator[str]:
    """The text of a file in pieces, with `BAD` for each byte that begins no character."""
    codec = ENCODINGS[name].codec
    decoder = codecs.getincrementaldecoder(codec)(_ERRORS)
    for piece in pieces:
        yield decoder.decode(piece)
    # the decoder itself, told that this is the end, would drop what it reads again after a bad byte
    yield decoder.getstate()[0].decode(codec, _ERRORS)
