#!/usr/bin/env python3
"""Compares a meeting's transcript with the words that were spoken.

Exits with 1 if a speaker's words are missing or attributed to another speaker. A few words may be
recognized wrongly: up to 15 % per speaker, 10 % in total.
"""

import argparse
import json
import re
import sys


def words(text):
    return re.findall(r"[a-z']+", text.lower().replace("’", "'"))


def distance(heard, said):
    """Number of words that were added, left out or replaced (Levenshtein distance)."""
    row = list(range(len(said) + 1))
    for i, word in enumerate(heard, 1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(said, 1):
            diagonal, row[j] = row[j], min(
                row[j] + 1, row[j - 1] + 1, diagonal + (word != other)
            )
    return row[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meeting", metavar="MEETING.json", help="output of “standups meetings show --json”")
    parser.add_argument("texts", metavar="TEXTS.json", help="words spoken in standup.wav")
    options = parser.parse_args()
    with open(options.meeting, encoding="utf-8") as file:
        meeting = json.load(file)
    with open(options.texts, encoding="utf-8") as file:
        texts = json.load(file)["standup.wav"]["speakers"]
    segments = meeting["segments"]
    if not segments:
        sys.exit("No speech was recognized. Check that the speech engine is installed; scripts/setup installs it.")
    speakers = list(dict.fromkeys(segment["speaker"] for segment in segments))
    if len(speakers) != len(texts):
        sys.exit(f"Expected {len(texts)} speakers; recognized {len(speakers)}: {', '.join(speakers)}")
    wrong = total = 0
    fine = True
    for speaker, text in zip(speakers, texts, strict=True):
        heard = words(" ".join(s["text"] for s in segments if s["speaker"] == speaker))
        said = words(text)
        errors = distance(heard, said)
        wrong, total = wrong + errors, total + len(said)
        fine = fine and errors <= 0.15 * len(said)
        print(f"       {speaker}: {errors} of {len(said)} words wrong", file=sys.stderr)
    rate = wrong / total
    print(f"       word error rate {100 * rate:.1f} %", file=sys.stderr)
    sys.exit(0 if fine and rate <= 0.10 else 1)


main()
