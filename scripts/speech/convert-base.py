"""Makes base-en fast: from weights that are stored as int8 but computed as float, to int8 arithmetic.

As published, both graphs hold int8 weights that the decoder turns back into floats at every step.
Here these are folded into float constants once, and every matrix multiplication by a constant is then
quantised dynamically, which libmoonshine's ONNX Runtime computes in int8.

usage: convert-base.py PUBLISHED_DIRECTORY NEW_DIRECTORY
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import onnx
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

GRAPHS = ("encoder_model", "decoder_model_merged")
KNOWN_DOMAINS = ("", "com.microsoft")


def save_optimized(source, target, level):
    """Lets ONNX Runtime load a graph, optimise it to `level`, and save it as ONNX."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    options.optimized_model_filepath = str(target)
    options.add_session_config_entry("session.save_model_format", "ONNX")
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def name_subgraphs(graph, name):
    """Names subgraphs, which ONNX's checker requires and the ORT format does not keep."""
    graph.name = graph.name or name
    for position, node in enumerate(graph.node):
        for attribute in node.attribute:
            if attribute.HasField("g"):
                name_subgraphs(attribute.g, f"{name}.{position}.{attribute.name}")


def make_checkable(path, name):
    """Removes the parts specific to ONNX Runtime, so that the quantiser accepts the graph."""
    model = onnx.load(path)
    name_subgraphs(model.graph, name)
    known = [entry for entry in model.opset_import if entry.domain in KNOWN_DOMAINS]
    del model.opset_import[:]
    model.opset_import.extend(known)
    onnx.save(model, path)


def convert(source, target):
    level = onnxruntime.GraphOptimizationLevel
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work, quantized = pathlib.Path(folder), pathlib.Path(folder, "quantized")
        quantized.mkdir()
        for name in GRAPHS:
            plain, folded = work / f"{name}.plain.onnx", work / f"{name}.folded.onnx"
            save_optimized(source / f"{name}.ort", plain, level.ORT_DISABLE_ALL)
            make_checkable(plain, name)
            save_optimized(plain, folded, level.ORT_ENABLE_BASIC)
            quantize_dynamic(
                folded,
                quantized / f"{name}.onnx",
                op_types_to_quantize=["MatMul"],
                weight_type=QuantType.QInt8,
                extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
            )
        subprocess.run(
            [sys.executable, "-m", "onnxruntime.tools.convert_onnx_models_to_ort", str(quantized)]
            + ["--optimization_style", "Fixed", "--output_dir", str(target)],
            check=True,
        )
    shutil.copy(source / "tokenizer.bin", target)


if __name__ == "__main__":
    convert(*map(pathlib.Path, sys.argv[1:3]))
