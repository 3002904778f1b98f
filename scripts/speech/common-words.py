#!/usr/bin/env python3
"""Writes Sources/Spelling/CommonWords+List.swift from the word lists of Debian's package scowl.

The lists of sizes 10 to 35 contain the frequent words of English. Words that `CommonWords.stems`
derives from another word are left out. The licence of the lists is in
/usr/share/doc/scowl/copyright, and its text is in the written file, as it requires.
"""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path("/usr/share/dict/scowl")
NAMES = [f"{english}-words.{size}" for english in ["american", "british", "english"] for size in [10, 20, 35]]

HEAD = """\
// swift-format-ignore-file
// Written by scripts/speech/common-words.py from SCOWL (Spell Checker Oriented Word Lists), sizes 10 to 35.
//
// Copyright 2000-2011 by Kevin Atkinson
//
// Permission to use, copy, modify, distribute and sell these word lists, the associated scripts, the output created
// from the scripts, and its documentation for any purpose is hereby granted without fee, provided that the above
// copyright notice appears in all copies and that both that copyright notice and this permission notice appear in
// supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for any
// purpose. It is provided "as is" without express or implied warranty.

extension CommonWords {
  /// Words in alphabetical order, without apostrophes and without derived words.
  static let list: StaticString = \"\"\"
"""


ENDINGS = ["s", "es", "ed", "d", "ing", "er", "r", "ers", "rs", "ly"]


def stems(word):
    """The same as `CommonWords.stems`."""
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        yield stem
        if ending == "ing":
            yield stem + "e"
        if ending in ["ed", "ing", "er", "ers"] and stem[-1] == stem[-2]:
            yield stem[:-1]
        if ending in ["es", "ed"] and stem[-1] == "i":
            yield stem[:-1] + "y"


def main():
    words = set()
    for name in NAMES:
        path = LISTS / name
        if path.exists():
            for line in path.read_text(encoding="latin-1").splitlines():
                word = line.replace("'", "")
                if re.fullmatch("[a-z]+", word):
                    words.add(word)
    kept = [word for word in words if not any(stem in words for stem in stems(word))]
    lines = textwrap.wrap(" ".join(sorted(kept)), 116)
    text = HEAD + "".join(f"    {line}\n" for line in lines) + '    """\n}\n'
    (ROOT / "Sources/Spelling/CommonWords+List.swift").write_text(text, encoding="utf-8")


main()
