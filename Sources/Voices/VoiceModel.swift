import Digests
import Foundation

/// The files that the recognition of voices needs, in the directory of the speech engine.
public struct VoiceModel: Sendable, Equatable {
  /// Path of the network in the engine's directory. `scripts/engine` cuts it out of the engine's library.
  public static let file = "voices/wespeaker-resnet34-lm.ort"
  /// Size of the network, in bytes.
  public static let sizeBytes = 6_975_920
  /// SHA-256 digest of the network, in hexadecimal.
  public static let sha256 = "6e4af7d49562e6e7042672e444d6394935cb2c23c3a7dd4919da45922b91735b"

  /// Path of libonnxruntime.
  public let library: String
  /// Path of the network.
  public let network: String

  /// Finds the files of an installed engine.
  ///
  /// - Parameter engine: directory of the engine.
  /// - Throws: `VoiceError.Code.networkMissing`.
  public init(engine: String) throws(VoiceError) {
    let libraries = engine + "/moonshine_voice.libs"
    network = engine + "/" + Self.file
    guard FileManager.default.fileExists(atPath: network) else {
      throw Self.missing("The network that recognises voices is missing: \(network).")
    }
    // The name contains a digest, which differs between architectures.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    guard let name = names.sorted().first(where: { $0.hasPrefix("libonnxruntime") }) else {
      throw Self.missing(
        "The library that recognises voices is missing: \(libraries)/libonnxruntime.")
    }
    library = libraries + "/" + name
  }

  /// Reads a network, and checks that it is the known one.
  ///
  /// - Throws: `VoiceError`.
  static func read(_ path: String) throws(VoiceError) -> Data {
    let data: Data
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      // Ignored because the file was only read.
      defer { try? handle.close() }
      data = try handle.read(upToCount: sizeBytes + 1) ?? Data()
    } catch {
      throw missing("The network that recognises voices cannot be read: \(path).")
    }
    let digest: String
    do {
      let sum = try SHA256Sum()
      sum.add(data)
      digest = sum.finish()
    } catch {
      throw VoiceError(
        .networkUnusable, "Out of memory; the network that recognises voices was not read.")
    }
    guard data.count == sizeBytes, digest == sha256 else {
      throw VoiceError(
        .networkUnusable,
        "The network that recognises voices is damaged or of another version: \(path)."
          + " Run scripts/engine to install it again.")
    }
    return data
  }

  private static func missing(_ what: String) -> VoiceError {
    VoiceError(.networkMissing, what + " Run scripts/engine to install it.")
  }
}
