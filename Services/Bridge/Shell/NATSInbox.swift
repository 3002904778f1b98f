import Threads
import ZeroMQ

/// What libnats tells on its threads, on its way to the service's.
///
/// Of acknowledgements only the last one waits: it stands for those before it.
final class NATSInbox: Sendable {
  private struct State {
    var notices: [NATSNotice] = []
    var isTold = false
    var reader: (loop: SocketLoop, take: @Sendable (NATSNotice) -> Void)?
  }

  private let state = Locked(State())

  /// From now on everything that came, and that comes, is taken on this thread.
  func attach(_ loop: SocketLoop, _ take: @escaping @Sendable (NATSNotice) -> Void) {
    state.withLock { $0.reader = (loop, take) }
    wake()
  }

  /// Something came, on any thread.
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
      guard state.reader != nil, !state.isTold else { return false }
      state.isTold = true
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
          state.isTold = false
        }
        return (state.notices, state.reader?.take)
      }
      for notice in notices { take?(notice) }
    }
  }
}
