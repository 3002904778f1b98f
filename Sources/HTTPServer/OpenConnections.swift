package import CMicroHTTPD
import Glibc
import Threads

/// The connections that there are, so that those which only stand there, or send a byte now and then, make
/// way for others: when there are too many, the oldest of them is ended.
package final class OpenConnections: Sendable {
  private struct Connection {
    let descriptor: Int32
    /// Its request has come, and is being answered.
    var isAnswered = false
  }

  /// Oldest first.
  private let open = Locked<[Connection]>([])
  private let most: Int

  /// - Parameter most: how many there may be.
  package init(most: Int) { self.most = most }

  /// Hears from libmicrohttpd that a connection began, or ended.
  package func changed(_ connection: OpaquePointer, _ what: MHD_ConnectionNotificationCode) {
    let descriptor = cmhd_descriptor(connection)
    if cmhd_has_started(what) { opened(descriptor) } else { closed(descriptor) }
  }

  package func opened(_ descriptor: Int32) {
    open.withLock { open in
      if open.count >= most, let place = open.firstIndex(where: { !$0.isAnswered }) {
        // libmicrohttpd finds it ended, and closes it.
        shutdown(open.remove(at: place).descriptor, Int32(SHUT_RDWR))
      }
      open.append(Connection(descriptor: descriptor))
    }
  }

  package func closed(_ descriptor: Int32) {
    open.withLock { open in open.removeAll { $0.descriptor == descriptor } }
  }

  package func answering(_ descriptor: Int32, _ isAnswered: Bool) {
    open.withLock { open in
      guard let place = open.firstIndex(where: { $0.descriptor == descriptor }) else { return }
      open[place].isAnswered = isAnswered
    }
  }
}
