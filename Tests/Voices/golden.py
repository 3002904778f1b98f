"""Writes golden.json, with which Tests/VoicesTests compares the features and the embedding of a piece of a recording.

    python3 -m venv venv && venv/bin/pip install kaldi-native-fbank numpy onnxruntime
    venv/bin/python Tests/Voices/golden.py ENGINE

ENGINE is the directory of the speech engine. The features are those of kaldi-native-fbank, which computes what Kaldi
does; the embedding is computed from them by PyPI's onnxruntime.
"""

import json
import pathlib
import sys
import wave

import kaldi_native_fbank
import numpy
import onnxruntime

HERE = pathlib.Path(__file__).resolve().parent
RECORDING = "standup.wav"
RATE, START, COUNT = 16_000, 16_000, 24_000
FRAMES = (0, 1, 40, 90, 147)


def main():
    with wave.open(str(HERE.parents[1] / "deploy/demo" / RECORDING)) as file:
        samples = numpy.frombuffer(file.readframes(START + COUNT), "<i2")[START:].astype(numpy.float32)
    options = kaldi_native_fbank.FbankOptions()
    options.frame_opts.dither = 0
    options.frame_opts.window_type = "hamming"
    options.frame_opts.samp_freq = RATE
    options.mel_opts.num_bins = 80
    fbank = kaldi_native_fbank.OnlineFbank(options)
    fbank.accept_waveform(RATE, samples.tolist())
    fbank.input_finished()
    features = numpy.stack([fbank.get_frame(index) for index in range(fbank.num_frames_ready)])
    session = onnxruntime.InferenceSession(str(pathlib.Path(sys.argv[1]) / "voices/wespeaker-resnet34-lm.ort"))
    inputs = {"fbank": (features - features.mean(0))[None], "weights": numpy.ones((1, len(features)), numpy.float32)}
    embedding = session.run(["embedding"], inputs)[0][0]
    embedding /= numpy.linalg.norm(embedding)
    golden = {
        "recording": RECORDING, "start": START, "count": COUNT, "frameCount": len(features),
        "frames": {str(frame): [round(float(value), 4) for value in features[frame]] for frame in FRAMES},
        "embedding": [round(float(value), 5) for value in embedding],
    }
    (HERE / "golden.json").write_text(json.dumps(golden) + "\n")


main()
