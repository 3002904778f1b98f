#!/usr/bin/env python3
"""Lets synthetic voices say names and technical terms, and writes what the speech engine recognized.

Reads terms from Tests/Spelling/spoken.tsv, and writes Tests/Spelling/heard.tsv, with which
scripts/spelling measures how many of them are corrected. Requires the Debian packages espeak-ng and flite, the Python
package numpy, and the engine that scripts/engine installs.
"""

import argparse
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import wave

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
TERMS = ROOT / "Tests/Spelling/spoken.tsv"
HEARD = ROOT / "Tests/Spelling/heard.tsv"
INTERFACE = 30000
RATE = 16_000

VOICES = {
    "slt": lambda text, file: ["flite", "-voice", "slt", "-t", text, "-o", file],
    "rms": lambda text, file: ["flite", "-voice", "rms", "-t", text, "-o", file],
    "espeak": lambda text, file: ["espeak-ng", "-v", "en-us", "-s", "150", "-w", file, text],
}

SENTENCES = {
    "name": {
        "slt": "Yesterday I worked with {} on the login page.",
        "rms": "That is all from me. Over to {}.",
        "espeak": "I am waiting until {} reviews my change.",
    },
    "jargon": {
        "slt": "I moved the service to {} and it works now.",
        "rms": "Today I will look at {} again.",
        "espeak": "The problem with {} was easy to fix last night.",
    },
}


class Line(ctypes.Structure):
    """A line of the engine's transcript; see Sources/CMoonshine."""

    _fields_ = [("text", ctypes.c_char_p), ("rest", ctypes.c_byte * 80)]


class Transcript(ctypes.Structure):
    """The engine's transcript; see Sources/CMoonshine."""

    _fields_ = [("lines", ctypes.POINTER(Line)), ("count", ctypes.c_uint64)]


class Option(ctypes.Structure):
    """An option for loading a model."""

    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Engine:
    """The speech engine, used as by the transcription service."""

    def __init__(self, directory):
        os.environ["MOONSHINE_ORT_SINGLE_THREAD"] = "1"
        self.library = ctypes.CDLL(str(directory / "moonshine_voice/libmoonshine.so"))
        options = (Option * 2)(Option(b"return_audio_data", b"false"), Option(b"vad_threshold", b"0"))
        self.handle = self.library.moonshine_load_transcriber_from_files(
            str(directory / "base-en-int8").encode(), 1, options, ctypes.c_uint64(2), INTERFACE
        )
        if self.handle < 0:
            sys.exit(f"The speech engine in {directory} cannot be loaded. Run scripts/engine to install it.")

    def transcribe(self, samples):
        """Recognizes samples from -1 to 1 at 16 kHz."""
        data = (ctypes.c_float * len(samples))(*samples)
        result = ctypes.POINTER(Transcript)()
        error = self.library.moonshine_transcribe_without_streaming(
            self.handle, data, ctypes.c_uint64(len(samples)), RATE, 0, ctypes.byref(result)
        )
        if error < 0:
            sys.exit(f"The speech engine returned the error {error}.")
        lines = [result.contents.lines[i].text.decode() for i in range(result.contents.count)]
        return " ".join(" ".join(lines).split())


def samples(path):
    """Reads a WAV file as 16 kHz mono."""
    with wave.open(path) as file:
        rate = file.getframerate()
        audio = numpy.frombuffer(file.readframes(file.getnframes()), dtype=numpy.int16) / 32768
    count = int(len(audio) * RATE / rate)
    audio = numpy.interp(numpy.arange(count) * rate / RATE, numpy.arange(len(audio)), audio)
    silence = numpy.zeros(RATE // 4)
    return numpy.concatenate([silence, audio, silence]).astype(numpy.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--engine", type=pathlib.Path, default=pathlib.Path.home() / ".cache/standups/engine", metavar="DIRECTORY"
    )
    options = parser.parse_args()
    engine = Engine(options.engine)
    rows = ["# kind\tset\tterm\tvoice\theard"]
    for row in TERMS.read_text(encoding="utf-8").splitlines():
        if row.startswith("#"):
            continue
        kind, group, term, said = row.split("\t")
        for voice, command in VOICES.items():
            with tempfile.NamedTemporaryFile(suffix=".wav") as file:
                text = SENTENCES[kind][voice].format(said)
                subprocess.run(command(text, file.name), check=True, stderr=subprocess.DEVNULL)
                heard = engine.transcribe(samples(file.name))
            rows.append(f"{kind}\t{group}\t{term}\t{voice}\t{heard}")
            print(rows[-1], flush=True)
    HEARD.write_text("\n".join(rows) + "\n", encoding="utf-8")


main()
