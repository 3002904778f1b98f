import Foundation
import Threads

/// Records the correlation ids of the commands that the program has sent, so that the user can
/// trace them.
final class SentCommands: Sendable {
  /// Maximum number of recorded ids; a live view sends any number of commands.
  static let most = 20
  private let ids = Locked<(last: [UUID], count: Int)>(([], 0))

  func add(_ id: UUID) {
    ids.withLock {
      $0.last.append(id)
      $0.count += 1
      if $0.last.count > Self.most { $0.last.removeFirst() }
    }
  }

  /// The most recent ids, in order.
  var last: [UUID] { ids.withLock { $0.last } }
  /// Total number of commands.
  var count: Int { ids.withLock { $0.count } }
}
