import Foundation
import Glibc
import TestSupport
import Threads

/// A relay between a service and a local socket of the router that counts the bytes sent by the
/// service.
final class CountingRelay: Sendable {
  private let listener: Int32
  private let target: String
  private let state = Locked(State())

  private struct State {
    var sent: [UInt8] = []
    var descriptors: [Int32] = []
    var isStopped = false
  }

  /// Listens at a path, and connects each client to the target.
  init(at path: String, to target: String) throws {
    self.target = target
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw HarnessError("No socket: errno \(errno).") }
    guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
      close(listener)
      throw HarnessError("The relay cannot listen at \(path): errno \(errno).")
    }
    Task { await self.accept() }
  }

  /// All bytes received from the service so far.
  var sent: [UInt8] { state.withLock { $0.sent } }

  /// Ends every connection.
  func stop() {
    let descriptors = state.withLock { state in
      state.isStopped = true
      return state.descriptors + [listener]
    }
    // The reading thread wakes up and closes the descriptor; closing it here could close a reused
    // number.
    for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func accept() async {
    let listener = listener
    while true {
      let client = (try? await blocking { Glibc.accept(listener, nil, nil) }) ?? -1
      guard client >= 0, !state.withLock({ $0.isStopped }) else {
        if client >= 0 { close(client) }
        close(listener)
        return
      }
      let router = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard Self.withAddress(target, { connect(router, $0, $1) }) == 0 else {
        // The service retries.
        close(router)
        close(client)
        continue
      }
      state.withLock { $0.descriptors += [client, router] }
      Task {
        async let up: Void = self.copy(client, router, counts: true)
        async let down: Void = self.copy(router, client, counts: false)
        _ = await (up, down)
        self.state.withLock { $0.descriptors.removeAll { [client, router].contains($0) } }
        close(client)
        close(router)
      }
    }
  }

  private func copy(_ from: Int32, _ to: Int32, counts: Bool) async {
    _ = try? await blocking { [state] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(from, &buffer, buffer.count)
        guard count > 0 else { break }
        if counts { state.withLock { $0.sent += buffer[..<count] } }
        var written = 0
        while written < count {
          let part = buffer[written..<count].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
          guard part > 0 else { break }
          written += part
        }
      }
      shutdown(to, Int32(SHUT_RDWR))
      shutdown(from, Int32(SHUT_RDWR))
    }
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      for (index, byte) in path.utf8.prefix(buffer.count - 1).enumerated() { buffer[index] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
