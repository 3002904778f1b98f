/// The voice of a person, learned from their speech: the weighted mean of embeddings.
///
/// It is biometric data, so that its description and its reflection hide it from logs.
public struct VoicePrint: Sendable, Equatable {
  /// Maximum length of the speech that counts, in milliseconds. Later speech then replaces earlier speech slowly,
  /// so that the print follows a voice that changes.
  public static let maxWeightMs = 120_000
  /// Number of bytes of an encoded print.
  public static let encodedBytes = 5 + 2 * VoiceEmbedding.dimensions
  /// Version of the network and of the encoding.
  private static let version: UInt8 = 1

  /// The direction of the voice.
  public let vector: VoiceEmbedding
  /// Length of the speech that was learned, in milliseconds: from 1 to `maxWeightMs`.
  public let weightMs: Int

  /// Creates a print of one piece of speech.
  ///
  /// - Parameter ms: length of the speech, in milliseconds; clamped to 1 to `maxWeightMs`.
  public init(_ embedding: VoiceEmbedding, ms: Int) {
    vector = embedding
    weightMs = min(max(1, ms), Self.maxWeightMs)
  }

  /// Returns the print with another piece of speech.
  ///
  /// - Parameter ms: length of the speech, in milliseconds; clamped to 1 to `maxWeightMs`.
  public func learning(_ embedding: VoiceEmbedding, ms: Int) -> VoicePrint {
    let added = min(max(1, ms), Self.maxWeightMs)
    let share = Float(added) / Float(weightMs + added)
    let sum = zip(vector.values, embedding.values).map { $0 + share * ($1 - $0) }
    // Opposite vectors have no mean; the known one stays.
    return VoicePrint(VoiceEmbedding(sum) ?? vector, ms: weightMs + added)
  }

  /// The encoded print: version, weight, and the coordinates as 16-bit integers.
  public var bytes: [UInt8] {
    var bytes = [Self.version]
    withUnsafeBytes(of: UInt32(weightMs).littleEndian) { bytes += $0 }
    for value in vector.values {
      let coordinate = Int16((value * Float(Int16.max)).rounded())
      withUnsafeBytes(of: coordinate.littleEndian) { bytes += $0 }
    }
    return bytes
  }

  /// Decodes a print.
  ///
  /// - Returns: nil for another version or length, a weight that is out of bounds, or a vector without a direction.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.encodedBytes, bytes[0] == Self.version else { return nil }
    let weight = (1...4).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard (1...Self.maxWeightMs).contains(weight) else { return nil }
    let coordinates = stride(from: 5, to: bytes.count, by: 2).map {
      Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
    guard let vector = VoiceEmbedding(coordinates) else { return nil }
    self.init(vector, ms: weight)
  }
}

extension VoicePrint: CustomStringConvertible, CustomReflectable {
  public var description: String { "VoicePrint(\(weightMs) ms)" }
  public var customMirror: Mirror { Mirror(self, children: ["weightMs": weightMs]) }
}
