import Bus
import Foundation
import Testing

@testable import OTLP

@Suite struct TraceSamplerTests {
  private func parent(_ isSampled: Bool) -> TraceParent {
    TraceParent(beginningWith: UUID(), isSampled: isSampled)
  }

  @Test func whatCameFromOutsideDecidesWhereItIsAsked() {
    for isSampled in [true, false] {
      let parent = parent(isSampled)
      #expect(
        TraceSampler(isParentBased: true, ratio: 0).samples(parent.trace, parent) == isSampled)
      #expect(
        TraceSampler(isParentBased: true, ratio: 1).samples(parent.trace, parent) == isSampled)
      #expect(!TraceSampler(isParentBased: false, ratio: 0).samples(parent.trace, parent))
      #expect(TraceSampler(isParentBased: false, ratio: 1).samples(parent.trace, parent))
    }
  }

  @Test(arguments: [0.0, 0.01, 0.25, 0.5, 0.99, 1.0])
  func aRatioIsKeptForOurIDs(ratio: Double) {
    let sampler = TraceSampler(ratio: ratio)
    let count = (0..<20_000).count { _ in sampler.samples(TraceID(UUID()), nil) }
    #expect(abs(Double(count) / 20_000 - ratio) < 0.03)
    if ratio == 0 { #expect(count == 0) }
    if ratio == 1 { #expect(count == 20_000) }
  }

  /// A tool may use counting ids.
  @Test func aRatioIsKeptForIDsThatAreNotRandom() throws {
    let sampler = TraceSampler(ratio: 0.25)
    let count = try (0..<20_000).count { number in
      let digits = String(number, radix: 16)
      let text =
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
      return sampler.samples(TraceID(try #require(UUID(uuidString: text))), nil)
    }
    #expect(abs(Double(count) / 20_000 - 0.25) < 0.03)
  }

  /// The last seven bytes of an external id are random, as W3C Trace Context requires.
  @Test func aRatioOfTracesFromOutsideIsThatOfOthers() {
    let sampler = TraceSampler(isParentBased: false, ratio: 0.5)
    for (digit, isSampled) in [("7", false), ("8", true)] {
      let text = "00-0000000000000000aa\(digit)fffffffffffff-00f067aa0ba902b7-00"
      let parent = TraceParent(text)
      #expect(parent.map { sampler.samples($0.trace, $0) } == isSampled)
    }
  }

  /// The threshold of consistent sampling: a higher ratio includes all traces of a lower one.
  @Test func aSmallerShareIsPartOfALargerOne() {
    let (small, large) = (TraceSampler(ratio: 0.2), TraceSampler(ratio: 0.4))
    for _ in 0..<5000 {
      let trace = TraceID(UUID())
      if small.samples(trace, nil) { #expect(large.samples(trace, nil)) }
    }
  }
}
