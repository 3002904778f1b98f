public import Bus
import Foundation

/// Selects the traces to export, as OpenTelemetry specifies for `OTEL_TRACES_SAMPLER`.
///
/// The decision depends only on the trace id and the incoming trace context, so all participants
/// with the same settings agree without communicating.
public struct TraceSampler: Hashable, Sendable {
  /// If true, a trace that started elsewhere is exported if and only if it is recorded there.
  public var isParentBased: Bool
  /// Traces are not sampled if the last seven bytes of their id are below this number.
  private let threshold: UInt64

  private static let all = UInt64(1) << 56

  /// Creates a sampler.
  ///
  /// - Parameter ratio: fraction of the traces sampled here, from 0 to 1.
  public init(isParentBased: Bool = true, ratio: Double = 1) {
    self.isParentBased = isParentBased
    let ratio = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
    threshold = UInt64(((1 - ratio) * Double(Self.all)).rounded())
  }

  /// Returns true if a message's span is exported.
  ///
  /// - Parameters:
  ///   - trace: trace of the message.
  ///   - parent: incoming trace context; nil for a trace that started here.
  public func samples(_ trace: TraceID, _ parent: TraceParent?) -> Bool {
    if isParentBased, let parent { return parent.isSampled }
    return (parent == nil ? Self.mixed(trace) : trace.randomness) >= threshold
  }

  /// Returns a 56-bit hash of all bytes of an id, computed with the final step of MurmurHash3,
  /// because ids that a tool has chosen need not be random.
  private static func mixed(_ trace: TraceID) -> UInt64 {
    let (high, low) = withUnsafeBytes(of: trace.uuid) {
      $0.loadUnaligned(as: (UInt64, UInt64).self)
    }
    var mixed = UInt64(bigEndian: high) ^ UInt64(bigEndian: low) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 33) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ mixed >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return (mixed ^ mixed >> 33) & (all - 1)
  }
}
