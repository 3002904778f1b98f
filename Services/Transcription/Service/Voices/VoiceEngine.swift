import Foundation
import Threads
import Voices

/// Interface between the service and the recognition of voices. In production, `installed(_:key:)`
/// implements it.
struct VoiceEngine: Sendable {
  /// The availability of the recognition of voices.
  enum Status: Sendable, Equatable {
    case ready
    /// Turned off by configuration.
    case off
    /// Not available.
    ///
    /// - Parameter reason: a sentence for a person, with what to do.
    case unavailable(reason: String)
  }

  let status: Status
  /// Computes the embedding of 16 kHz mono audio.
  let embedding: @Sendable (_ samples: [Int16]) async throws -> VoiceEmbedding
  /// Reads a sealed print; nil if it was sealed with another key or for another person.
  let open: @Sendable (_ print: String, _ person: UUID) -> VoicePrint?
  /// Seals a print; nil if that fails.
  let seal: @Sendable (_ print: VoicePrint, _ person: UUID) -> String?
}

extension VoiceEngine {
  /// True if voices can be recognised.
  var isReady: Bool { status == .ready }

  /// The recognition of voices is turned off.
  static let off = VoiceEngine(without: .off)

  /// Voices cannot be recognised, for a reason that is a sentence for a person.
  static func unavailable(_ reason: String) -> VoiceEngine {
    VoiceEngine(without: .unavailable(reason: reason))
  }

  private init(without status: Status) {
    self.init(
      status: status,
      embedding: { _ in
        throw VoiceError(.networkMissing, "Voices are not recognised on this machine.")
      }, open: { _, _ in nil }, seal: { _, _ in nil })
  }

  /// Recognises voices with a key for the prints.
  ///
  /// - Parameter generator: creates the source of the nonces. Default: that of the system.
  init(
    key: VoiceKey,
    generator: @escaping @Sendable () -> any RandomNumberGenerator = {
      SystemRandomNumberGenerator()
    },
    embedding: @escaping @Sendable (_ samples: [Int16]) async throws -> VoiceEmbedding
  ) {
    self.init(
      status: .ready, embedding: embedding,
      open: { print, person in
        SealedVoicePrint(base64: print).flatMap { key.open($0, of: person) }
      },
      seal: { print, person in
        var source = AnyRandomNumberGenerator(generator())
        return key.seal(print, of: person, using: &source)?.base64
      })
  }

  /// Loads the network next to a speech engine. If anything is missing or broken, returns an unavailable
  /// engine with the reason, so that the service runs without one.
  ///
  /// - Parameters:
  ///   - engine: directory of the speech engine.
  ///   - keyFile: path of the file with the key; nil if it is not configured.
  static func installed(_ engine: String, keyFile: String?) async -> VoiceEngine {
    do {
      let key = try VoiceKeyFile.read(keyFile)
      let embedder = try VoiceEmbedder()
      try await embedder.load(engine)
      return VoiceEngine(key: key) { try await embedder.embedding(of: $0) }
    } catch let error as VoiceError {
      return .unavailable(error.message)
    } catch {
      return .unavailable("\(error)")
    }
  }
}

/// A random number generator of any type.
private struct AnyRandomNumberGenerator: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  mutating func next() -> UInt64 { generator.next() }
}

/// Runs the network on a thread of its own, one piece of audio at a time, because that would block the
/// cooperative pool.
private actor VoiceEmbedder {
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor: BlockingExecutor
  private var network: (any VoiceNetwork)?

  init() throws { executor = try BlockingExecutor(label: "speech-voices") }

  func load(_ engine: String) throws { network = try OnnxVoiceNetwork(engine: engine) }

  func embedding(of samples: [Int16]) throws -> VoiceEmbedding {
    guard let network else {
      throw VoiceError(.networkMissing, "The network for voices is not loaded.")
    }
    return try network.embedding(of: samples)
  }
}
