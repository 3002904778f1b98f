import Foundation
import Glibc

/// Connections that stay idle.
public struct IdleConnections: Sendable {
  private let descriptors: [Int32]

  /// Connects to an endpoint of libzmq, `tcp://127.0.0.1:PORT` or `ipc://PATH`.
  ///
  /// - Throws: `POSIXError` if a connection fails.
  public init(to endpoint: String, count: Int) throws {
    var descriptors: [Int32] = []
    do {
      for _ in 0..<count { descriptors.append(try Self.connect(to: endpoint)) }
    } catch {
      for descriptor in descriptors { Glibc.close(descriptor) }
      throw error
    }
    self.descriptors = descriptors
  }

  private static func connect(to endpoint: String) throws -> Int32 {
    let isLocal = endpoint.hasPrefix("ipc://")
    let descriptor = socket(
      isLocal ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let result = isLocal ? local(descriptor, endpoint) : network(descriptor, endpoint)
    guard result == 0 else {
      let error = POSIXError(.init(rawValue: errno) ?? .EIO)
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func local(_ descriptor: Int32, _ endpoint: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: endpoint.dropFirst("ipc://".count).utf8.prefix(path.count - 1))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func network(_ descriptor: Int32, _ endpoint: String) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = (endpoint.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Number of connections that the other end has closed.
  public var ended: Int {
    // Linux's POLLRDHUP, which glibc declares only with _GNU_SOURCE.
    var polls = descriptors.map { pollfd(fd: $0, events: 0x2000, revents: 0) }
    poll(&polls, nfds_t(polls.count), 0)
    return polls.filter { $0.revents != 0 }.count
  }

  /// Blocks the calling thread until the other end has sent something on each connection, as libzmq
  /// does after it accepts one.
  public func waitUntilAllAreGreeted() {
    for descriptor in descriptors {
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&one, 1, -1) < 0, errno == EINTR {}
    }
  }

  /// Closes all connections, without sending anything.
  public func close() {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }
}
