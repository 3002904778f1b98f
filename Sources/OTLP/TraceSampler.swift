public import Bus
import Foundation

/// Which traces are exported, as OpenTelemetry's specification has it for `OTEL_TRACES_SAMPLER`.
///
/// It is decided from the id of the trace and from what came with it: so all that decide alike agree on a trace, and none
/// has to ask another.
public struct TraceSampler: Hashable, Sendable {
  /// Whether a trace that came from outside is exported if, and only if, it is recorded there.
  public var isParentBased: Bool
  /// Below this, the last seven bytes of a trace's id leave it out.
  private let threshold: UInt64

  private static let all = UInt64(1) << 56

  /// - Parameter ratio: how many of the traces that are decided here, from 0 to 1.
  public init(isParentBased: Bool = true, ratio: Double = 1) {
    self.isParentBased = isParentBased
    let ratio = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
    threshold = UInt64(((1 - ratio) * Double(Self.all)).rounded())
  }

  /// Whether a message's span is exported.
  ///
  /// - Parameters:
  ///   - trace: the trace that the message belongs to.
  ///   - parent: what came with it; nil for a trace that began here.
  public func samples(_ trace: TraceID, _ parent: TraceParent?) -> Bool {
    if isParentBased, let parent { return parent.isSampled }
    return (parent == nil ? Self.mixed(trace) : trace.randomness) >= threshold
  }

  /// A number of 56 bits that depends on all bytes of an id, by MurmurHash3's last step: ids that a tool has chosen need not be
  /// random.
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
