import Threads
import ZeroMQ

/// Queue that passes notices from the threads of libnats to the loop of the service.
///
/// Consecutive acknowledgements are merged into the last one, because it implies the earlier ones.
final class NoticeQueue: Sendable {
  private struct State {
    var notices: [NATSNotice] = []
    var isScheduled = false
    var reader: (loop: SocketLoop, take: @Sendable (NATSNotice) -> Void)?
  }

  private let state = Locked(State())

  /// Delivers all notices, including those already received, on this loop.
  func attach(_ loop: SocketLoop, _ take: @escaping @Sendable (NATSNotice) -> Void) {
    state.withLock { $0.reader = (loop, take) }
    wake()
  }

  /// Adds a notice; callable on any thread.
  func put(_ notice: NATSNotice) {
    let wakes = state.withLock { state in
      if case .acknowledged(let round, let through) = notice,
        case .acknowledged(round, let before)? = state.notices.last
      {
        state.notices[state.notices.count - 1] = .acknowledged(
          round: round, through: max(through, before))
      } else {
        state.notices.append(notice)
      }
      guard state.reader != nil, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    if wakes { wake() }
  }

  private func wake() {
    guard let loop = state.withLock({ $0.reader?.loop }) else { return }
    loop.enter {
      let (notices, take) = self.state.withLock { state in
        defer {
          state.notices = []
          state.isScheduled = false
        }
        return (state.notices, state.reader?.take)
      }
      for notice in notices { take?(notice) }
    }
  }
}
