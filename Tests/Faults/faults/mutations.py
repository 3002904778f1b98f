"""Almost valid messages: valid ones, changed in one place or two."""

from __future__ import annotations

import copy
import json
import random
import re
import uuid
from typing import Any

#: Placeholder for text that a JSON encoder would not write; it is replaced after encoding.
_RAW = "\x00raw\x00"
RAW_VALUES = (
    "1e400", "-1e400", "NaN", "-Infinity", "1.0", "1e3", "-0", "00", "9" * 400, "0." + "0" * 400 + "1", '"\\ud800"',
    '"\\udc00\\ud800"', '"\\u0000"', "'", "\ufeff1", "tru", "nul", "[,]", "{,}", "[1,]", "// no\n1", '"\t"', "0x10",
)
NUMBERS = (
    -1, 0, 1, 2, 249, 250, 999, 1000, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 1.5, -0.0,
    86_400_000, 86_400_001,
)
TEXTS = (
    "", " ", "\n", "a\x00b", "\u202e", "\ud7ff", "𝔘", "e\u0301" * 500, "../../etc/passwd", "%s%n",
    "'; DROP TABLE x;--", "NaN", "null", "seven", "-", "a b", "é" * 999, "\x1b[2J", "<b>", "💥" * 1001, "x" * 4097,
    "y" * 70_000, "z" * 900_000, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
)


class Mutator:
    """Changes bodies, headers and frames, determined by a seed.

    `ids` are ids of existing things, so that some messages pass the first checks.
    """

    def __init__(self, rng: random.Random, ids: dict[str, list[str]]) -> None:
        self._rng, self._ids = rng, ids

    # Bodies

    def body(self, example: Any) -> tuple[bytes, str]:
        """A body made from a valid one, and a description of the change."""
        rng = self._rng
        value, done = copy.deepcopy(example), []
        if rng.random() < 0.7:
            value = self._real_ids(value)
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 3))):
            value, what = self._change(value)
            done.append(what)
        data = self._text(value)
        if rng.random() < 0.12:
            data, what = self._bytes(data)
            done.append(what)
        return data, ", ".join(done) or "as it was"

    def _real_ids(self, value: Any) -> Any:
        """The same value with existing ids, in members with matching names."""
        if isinstance(value, list):
            return [self._real_ids(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {
            name: self._rng.choice(self._ids[name])
            if isinstance(inner, str) and self._ids.get(name) and self._rng.random() < 0.8 else self._real_ids(inner)
            for name, inner in value.items()}

    def _change(self, value: Any) -> tuple[Any, str]:
        """Makes one change somewhere in the value."""
        rng = self._rng
        places = list(_places(value))
        path = rng.choice(places)
        here = _get(value, path)
        if isinstance(here, dict) and rng.random() < 0.5:
            new, what = self._members(here)
        elif isinstance(here, list) and rng.random() < 0.5:
            new, what = self._elements(here)
        else:
            new, what = self._other(here)
        return _set(value, path, new), f"{'.'.join(map(str, path)) or 'body'}: {what}"

    def _members(self, here: dict[str, Any]) -> tuple[Any, str]:
        rng = self._rng
        names = list(here)
        choice = rng.randrange(5)
        if choice == 0 and names:
            name = rng.choice(names)
            return {key: inner for key, inner in here.items() if key != name}, f"without {name}"
        if choice == 1 and names:
            name = rng.choice(names)
            return here | {f"{_RAW}twice {name}": rng.choice((here[name], 7, None, "x"))}, f"{name} twice"
        if choice == 2 and names:
            name = rng.choice(names)
            return here | {name: None}, f"{name} null"
        if choice == 3:
            return here | {f"m{number}": number for number in range(rng.choice((1, 100, 5000)))}, "more members"
        name = rng.choice(("", "__proto__", "id ", "ID", "\x00", "é"))
        return here | {name: rng.choice((1, {}, "x"))}, "a strange one"

    def _elements(self, here: list[Any]) -> tuple[Any, str]:
        rng = self._rng
        choice = rng.randrange(4)
        if choice == 0:
            return [], "no elements"
        if choice == 1 and here:
            return here * rng.choice((2, 1001, 3000)), "many elements"
        if choice == 2 and here:
            return [*here, here[0]], "an element twice"
        return [*here, rng.choice((None, 1, "x", [], {}))], "an element of another kind"

    def _other(self, here: Any) -> tuple[Any, str]:
        """A replacement for the value."""
        rng = self._rng
        choice = rng.random()
        if choice < 0.2:
            raw = rng.choice(RAW_VALUES)
            return f"{_RAW}{raw}", f"raw {raw[:20]!r}"
        if choice < 0.3:
            levels = rng.choice((10, 55, 56, 57, 62, 63, 64, 65, 1000, 20_000))
            opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
            return f"{_RAW}{opening * levels}1{closing * levels}", f"{levels} levels"
        if isinstance(here, bool) or choice > 0.85:
            new = rng.choice((None, True, False, 0, 1, "true", [], {}, [[]], {"a": 1}))
        elif isinstance(here, (int, float)):
            new = rng.choice((*NUMBERS, here + 1, here - 1, -here, str(here)))
        elif isinstance(here, str) and _looks_like_id(here) and choice < 0.6:
            new = rng.choice((str(uuid.UUID(int=rng.getrandbits(128))), here.upper(), here[:-1], here + "0",
                              "{" + here + "}", here.replace("-", "")))
        elif isinstance(here, str):
            new = rng.choice((*TEXTS, here + " ", here.upper(), here[::-1], 5))
        else:
            new = rng.choice((None, 1, "x", [], {}, -1.5))
        shown = repr(new)
        return new, shown if len(shown) < 40 else f"{shown[:30]}… of {len(shown)}"

    @staticmethod
    def _text(value: Any) -> bytes:
        """Encodes JSON, with the raw parts inserted."""
        text = json.dumps(value, ensure_ascii=False)
        marker = re.escape(json.dumps(_RAW)[1:-1])
        # A duplicate member: its name follows the marker.
        text = re.sub(f'"{marker}twice ((?:[^"\\\\]|\\\\.)*)"', r'"\1"', text)
        text = re.sub(f'"{marker}((?:[^"\\\\]|\\\\.)*)"', lambda found: json.loads(f'"{found.group(1)}"'), text)
        return text.encode("utf-8", "surrogatepass")

    def _bytes(self, data: bytes) -> tuple[bytes, str]:
        rng = self._rng
        at = rng.randrange(len(data) + 1)
        choice = rng.randrange(7)
        if choice == 0:
            return data[:at], "cut"
        if choice == 1:
            return data[:at] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80")) + (
                data[at:]), "bytes that are no text"
        if choice == 2 and data:
            changed = bytearray(data)
            changed[min(at, len(data) - 1)] ^= 1 << rng.randrange(8)
            return bytes(changed), "a bit"
        if choice == 3:
            return data + rng.choice((b"}", b"x", b"\x00", data)), "something behind it"
        if choice == 4:
            return rng.choice((b"", b" ", b"null", b"[]", b"7", b'"x"', b"\xef\xbb\xbf{}", b"{")), "something else"
        if choice == 5:
            return b" " * rng.choice((1, 60_000)) + data, "white space before it"
        return rng.randbytes(rng.choice((1, 40, 5000))), "noise"

    # Headers and frames

    def header(self, header: dict[str, Any]) -> tuple[str, str]:
        """The encoded header; mostly unchanged."""
        rng = self._rng
        value, what = dict(header), "header as it was"
        if rng.random() < 0.25:
            name = rng.choice(("deadline", "idem", "key", "attempt", "corr", "cause", "traceparent", "id"))
            kinds = {
                "deadline": (0, -1, 1, 2**63, 2**64, "soon", None, 1.5, header["deadline"] + 10**12),
                "attempt": (0, -1, 2, 2**63, "x", None), "id": ("", "7", None, 5, header["id"].upper()),
            }.get(name, ("", "x" * 200, "x" * 3000, 7, None, {}, [], "\x00", "tool/a", "meeting/x", "a/b/c", "é"))
            value[name] = rng.choice(kinds)
            what = f"header {name}: {str(value[name])[:20]!r}"
        return json.dumps(value), what

    def frames(self, frames: list[bytes]) -> tuple[list[bytes], str]:
        """The frames of a message that can hardly be decoded."""
        rng = self._rng
        head = frames[0]
        choices: list[tuple[list[bytes], str]] = [
            ([head.replace(b"STB1", rng.choice((b"STB2", b"STB0", b"stb1", b"", b"\xff"))), *frames[1:]], "version"),
            ([head.replace(b"CMD", rng.choice((b"ASK", b"cmd", b"", b"HELLO", b"BYE", b"DLG"))), *frames[1:]], "kind"),
            ([head.replace(b" ", b"  "), *frames[1:]], "spaces"),
            ([head[:rng.randrange(len(head))], *frames[1:]], "head cut"),
            ([b""], "an empty frame"), ([b"", b"", b""], "empty frames"),
            ([head], "no body"), ([*frames, *[b""] * 9], "too many frames"),
            ([head + b" " * 5000, *frames[1:]], "a long head"),
            ([head.replace(b"{", b'{"a":' + b"[" * 300 + b"]" * 300 + b",", 1), *frames[1:]], "a deep header"),
            ([rng.randbytes(rng.choice((1, 30, 3000))), *frames[1:]], "noise for a head"),
            ([head, b"x" * (1 << 20)], "a mebibyte"),
            ([head, b"{}", b"\x00" * 700_000, b"\x00" * 700_000], "attachments beyond the limit"),
            (list(reversed(frames)), "the wrong order"),
            ([head.replace(b"{", b"\xff{", 1), *frames[1:]], "a head that is no text"),
        ]
        return rng.choice(choices)


def _looks_like_id(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", text))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """Paths of all values in it, including the whole."""
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            if not name.startswith(_RAW):
                yield from _places(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:20]):
            yield from _places(inner, (*path, index))


def _get(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _set(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    inner = _get(value, path[:-1])
    inner[path[-1]] = new
    return value
