import COnnxRuntime
import Foundation

/// The speaker network that the speech engine's library contains, on the engine's runtime.
///
/// WeSpeaker ResNet34-LM, published by pyannote under CC BY 4.0. Several threads may use it at once.
public final class OnnxVoiceNetwork: VoiceNetwork, @unchecked Sendable {
  // Safe to share, because the runtime allows several threads to use a network at once.
  private let network: OpaquePointer
  private let fbank = Fbank()

  /// Loads the network of an installed speech engine. This blocks for about 0.2 s.
  ///
  /// - Parameter engine: directory of the engine.
  /// - Throws: `VoiceError`.
  public convenience init(engine: String) throws(VoiceError) {
    let model = try VoiceModel(engine: engine)
    try self.init(library: model.library, model: model.network)
  }

  /// Loads the network. This blocks for about 0.2 s.
  ///
  /// - Parameters:
  ///   - library: path of libonnxruntime.
  ///   - model: path of the network.
  /// - Throws: `VoiceError`.
  public init(library: String, model: String) throws(VoiceError) {
    let data = try VoiceModel.read(model)
    var message = Message()
    let opened = data.withUnsafeBytes {
      OnnxOpen(library, $0.baseAddress, $0.count, &message.bytes, message.bytes.count)
    }
    guard let opened else {
      throw VoiceError(
        .networkUnusable,
        "The network that recognises voices cannot be loaded. Run scripts/engine to install it again.",
        cause: message.text)
    }
    network = opened
  }

  deinit { OnnxClose(network) }

  public func embedding(of samples: [Int16]) throws(VoiceError) -> VoiceEmbedding {
    let range = VoiceWindows.minSamples...VoiceWindows.maxSamples
    guard range.contains(samples.count) else {
      throw Self.failure(
        "\(samples.count) samples; expected \(range.lowerBound) to \(range.upperBound)")
    }
    // Digital silence has no voice, but an embedding as any other.
    guard samples.contains(where: { $0 != samples[0] }) else { throw Self.failure("silence") }
    let features = fbank.normalizedFeatures(of: samples)
    let frames = features.count / Fbank.bands
    let weights = [Float](repeating: 1, count: frames)
    var output = [Float](repeating: 0, count: VoiceEmbedding.dimensions)
    var message = Message()
    let shape = [1, Int64(frames), Int64(Fbank.bands)]
    let status = shape.withUnsafeBufferPointer { shape in
      features.withUnsafeBufferPointer { features in
        weights.withUnsafeBufferPointer { weights in
          "fbank".withCString { fbankName in
            "weights".withCString { weightsName in
              let inputs = [
                OnnxTensor(
                  name: fbankName, values: features.baseAddress, valueCount: features.count,
                  shape: shape.baseAddress, dimensions: 3),
                OnnxTensor(
                  name: weightsName, values: weights.baseAddress, valueCount: weights.count,
                  shape: shape.baseAddress, dimensions: 2),
              ]
              return OnnxRun(
                network, inputs, inputs.count, "embedding", &output, output.count, &message.bytes,
                message.bytes.count)
            }
          }
        }
      }
    }
    guard status == 0 else { throw Self.failure(message.text) }
    guard let embedding = VoiceEmbedding(output) else { throw Self.failure("no direction") }
    return embedding
  }

  private static func failure(_ cause: String) -> VoiceError {
    VoiceError(.embedding, "The network could not compare a voice.", cause: cause)
  }

  /// A buffer for the reason of a failure.
  private struct Message {
    var bytes = [CChar](repeating: 0, count: 512)

    var text: String {
      String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
