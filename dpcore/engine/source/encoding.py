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
    """name: as people write it. codec: of Python. script: what is written in it. also: more names, in small letters."""

    name: str
    codec: str
    script: Text
    also: tuple[str, ...] = ()

    @property
    def label(self) -> Text:
        """Its script and its usual names."""
        more = ", ".join(name.upper() for name in self.also[:2])
        return Text("{script}: {name}", script=self.script, name=f"{self.name} ({more})" if more else self.name)


_WESTERN, _CENTRAL = Text("Western European"), Text("Central European")
_CYRILLIC, _GREEK, _TURKISH = Text("Cyrillic"), Text("Greek"), Text("Turkish")
ENCODINGS: Final = {
    each.name: each
    for each in (
        Encoding("utf-8", "utf-8", Text("all scripts"), ("utf8", "utf-8-sig")),
        Encoding("windows-1252", "cp1252", _WESTERN, ("cp1252", "ansi")),
        Encoding("iso-8859-1", "iso8859-1", _WESTERN, ("latin-1", "latin1", "iso8859-1")),
        Encoding("iso-8859-15", "iso8859-15", _WESTERN, ("latin-9", "latin9", "iso8859-15")),
        Encoding("mac-roman", "mac-roman", _WESTERN, ("macintosh", "macroman")),
        Encoding("cp850", "cp850", _WESTERN, ("ibm850",)),
        Encoding("cp437", "cp437", _WESTERN, ("ibm437",)),
        Encoding("windows-1250", "cp1250", _CENTRAL, ("cp1250",)),
        Encoding("iso-8859-2", "iso8859-2", _CENTRAL, ("latin-2", "latin2", "iso8859-2")),
        Encoding("cp852", "cp852", _CENTRAL, ("ibm852",)),
        Encoding("windows-1251", "cp1251", _CYRILLIC, ("cp1251",)),
        Encoding("koi8-r", "koi8-r", _CYRILLIC, ("koi8r",)),
        Encoding("cp866", "cp866", _CYRILLIC, ("ibm866",)),
        Encoding("windows-1253", "cp1253", _GREEK, ("cp1253",)),
        Encoding("iso-8859-7", "iso8859-7", _GREEK, ("iso8859-7",)),
        Encoding("windows-1254", "cp1254", _TURKISH, ("cp1254",)),
        Encoding("iso-8859-9", "iso8859-9", _TURKISH, ("latin-5", "latin5", "iso8859-9")),
        Encoding("windows-1255", "cp1255", Text("Hebrew"), ("cp1255",)),
        Encoding("windows-1256", "cp1256", Text("Arabic"), ("cp1256",)),
        Encoding("windows-1257", "cp1257", Text("Baltic"), ("cp1257",)),
        Encoding("windows-1258", "cp1258", Text("Vietnamese"), ("cp1258",)),
        Encoding("windows-874", "cp874", Text("Thai"), ("tis-620", "cp874")),
        Encoding("cp949", "cp949", Text("Korean"), ("euc-kr", "ms949", "uhc", "ks-c-5601-1987")),
        Encoding("shift_jis", "cp932", Text("Japanese"), ("cp932", "sjis", "shift-jis", "windows-31j")),
        Encoding("euc-jp", "euc_jp", Text("Japanese"), ("eucjp",)),
        Encoding("gb18030", "gb18030", Text("Chinese, simplified"), ("gbk", "gb2312", "cp936")),
        Encoding("big5", "cp950", Text("Chinese, traditional"), ("cp950", "big-5")),
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
