/// A point on the unit sphere that is near other points of the same voice.
///
/// It describes a person's body, so that its description and its reflection hide it from logs.
public struct VoiceEmbedding: Sendable, Equatable {
  /// Number of coordinates.
  public static let dimensions = 256
  /// Minimum length of a vector that has a direction.
  private static let minLength: Float = 1e-6

  /// The coordinates, whose squares add up to 1.
  public let values: [Float]

  /// Scales a vector to unit length.
  ///
  /// - Returns: nil unless the vector has `dimensions` finite coordinates and a direction.
  public init?(_ vector: [Float]) {
    guard vector.count == Self.dimensions, vector.allSatisfy(\.isFinite) else { return nil }
    // The largest coordinate is divided out first, so that no square overflows.
    let largest = vector.reduce(0) { max($0, abs($1)) }
    guard largest >= Self.minLength else { return nil }
    let scaled = vector.map { $0 / largest }
    let length = scaled.reduce(0) { $0 + $1 * $1 }.squareRoot()
    values = scaled.map { $0 / length }
  }

  /// Returns the cosine of the angle between two embeddings, from -1 to 1.
  public func cosine(_ other: VoiceEmbedding) -> Float {
    var sum: Float = 0
    for index in values.indices { sum += values[index] * other.values[index] }
    return min(1, max(-1, sum))
  }
}

extension VoiceEmbedding: CustomStringConvertible, CustomReflectable {
  public var description: String { "VoiceEmbedding" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
