import Foundation
import Glibc
import TestSupport

/// A client of Server-Sent Events over a real socket, which parses the stream as WHATWG HTML requires.
///
/// `@unchecked Sendable`: a test awaits each use before the next one.
final class EventReader: @unchecked Sendable {
  struct Event: Hashable {
    var id: String
    var type: String
    var data: String
  }

  private let descriptor: Int32
  /// Received bytes that are not decoded yet.
  private var received: [UInt8] = []
  /// Decoded bytes of the body.
  private var body: [UInt8] = []
  private(set) var head = ""
  /// True once the last chunk has arrived, so that the response is complete.
  private(set) var isComplete = false
  /// Last event ID string.
  private(set) var lastID = ""
  /// Reconnection time, in milliseconds.
  private(set) var retryMs: Int?
  /// Number of received comments.
  private(set) var comments = 0

  init(_ path: String, port: UInt16, _ fields: [String]) throws {
    descriptor = try HTTPClient.connect(port)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    guard send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else {
      throw HTTPClient.Failure(reason: "send: \(errno)")
    }
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeSubrange(..<end.upperBound)
        return
      }
      guard try more() else { throw HTTPClient.Failure(reason: "no head") }
    }
  }

  deinit { Glibc.close(descriptor) }

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  /// Disconnects.
  func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The next event; nil at the end of the stream.
  func next() async throws -> Event? {
    try await blocking { () -> Event? in
      while let block = try self.nextBlock() {
        if let event = self.dispatch(block) { return event }
      }
      return nil
    }
  }

  /// Reads blocks until the last event ID is this one.
  func until(lastID id: String) async throws {
    try await blocking {
      while self.lastID != id {
        guard let block = try self.nextBlock() else {
          throw HTTPClient.Failure(reason: "the stream ended at \(self.lastID)")
        }
        _ = self.dispatch(block)
      }
    }
  }

  private func dispatch(_ block: String) -> Event? {
    var event = Event(id: lastID, type: "message", data: "")
    var data: [String] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix(":") {
        comments += 1
        continue
      }
      let name = line.prefix { $0 != ":" }
      var value = line.dropFirst(name.count + 1)
      if value.hasPrefix(" ") { value = value.dropFirst() }
      switch name {
      case "id": event.id = String(value)
      case "event": event.type = String(value)
      case "data": data.append(String(value))
      case "retry": retryMs = Int(value)
      default: break
      }
    }
    lastID = event.id
    event.data = data.joined(separator: "\n")
    return event.data.isEmpty ? nil : event
  }

  /// The next block, without the empty line that ends it; nil at the end of the stream.
  private func nextBlock() throws -> String? {
    while true {
      if let end = body.firstRange(of: [10, 10]) {
        let block = String(decoding: body[..<end.lowerBound], as: UTF8.self)
        body.removeSubrange(..<end.upperBound)
        return block
      }
      guard try decode() else { return nil }
    }
  }

  /// Decodes the next chunk.
  ///
  /// - Returns: false at the end of the response.
  private func decode() throws -> Bool {
    while !isComplete {
      if let line = received.firstRange(of: [13, 10]) {
        let text = String(decoding: received[..<line.lowerBound], as: UTF8.self)
        guard let size = Int(text, radix: 16) else {
          throw HTTPClient.Failure(reason: "no chunk: \(text.prefix(40))")
        }
        if received.count >= line.upperBound + size + 2 {
          body += received[line.upperBound..<line.upperBound + size]
          received.removeSubrange(..<(line.upperBound + size + 2))
          isComplete = size == 0
          return !isComplete
        }
      }
      guard try more() else { return false }
    }
    return false
  }

  /// Reads more bytes; returns false if the connection has ended.
  private func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw HTTPClient.Failure(reason: "nothing came for 60 s") }
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
