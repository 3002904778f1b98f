import Foundation
import Testing

@testable import Processes

struct ShortTurnsTests {
  /// Linux 6.12 is the first that knows the length of a turn.
  private static let isKnown: Bool = {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return (version.majorVersion, version.minorVersion) >= (6, 12)
  }()

  /// The length of the turns of a new thread, and of one that it creates, after `body`.
  private func lengths(after body: @escaping @Sendable () -> Void) async -> [UInt64?] {
    await withCheckedContinuation { done in
      Thread {
        body()
        let own = ShortTurns.ownNs
        Thread { done.resume(returning: [own, ShortTurns.ownNs]) }.start()
      }.start()
    }
  }

  // Skipped because an older kernel ignores the length of a turn.
  @Test(.enabled(if: isKnown)) func threadsInheritShortTurns() async {
    #expect(await lengths { ShortTurns.request() } == [100_000, 100_000])
  }

  /// A service must start on every kernel.
  @Test func withoutARequestTheKernelDecides() async {
    let lengths = await lengths {}
    #expect(lengths.allSatisfy { $0 != ShortTurns.lengthNs })
    #expect(lengths.count == 2)
  }
}
