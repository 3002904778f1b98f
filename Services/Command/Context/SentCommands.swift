import Foundation
import Threads

/// The correlation ids of the commands that the program has sent, so that a person can trace them.
final class SentCommands: Sendable {
  /// The most that are remembered; a live view sends any number.
  static let most = 20
  private let ids = Locked<(last: [UUID], count: Int)>(([], 0))

  func add(_ id: UUID) {
    ids.withLock {
      $0.last.append(id)
      $0.count += 1
      if $0.last.count > Self.most { $0.last.removeFirst() }
    }
  }

  /// The last ones, in order.
  var last: [UUID] { ids.withLock { $0.last } }
  /// How many there were in all.
  var count: Int { ids.withLock { $0.count } }
}
