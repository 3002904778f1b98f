import Foundation
import Glibc

/// Sends HTTP requests over a plain socket to this machine, and reads each response until the
/// server closes the connection. The methods block; call them in `blocking`.
public enum HTTPClient {
  /// A response of the server.
  public struct Answer: Hashable, Sendable {
    /// Status code of RFC 9110, such as 200.
    public var status: Int
    /// Header fields; names in lower case.
    public var fields: [String: String]
    /// The part of the response after the head, decoded as UTF-8.
    public var body: String
  }

  /// The reason for a missing response.
  public struct Failure: Error {
    public var reason: String
    /// Creates the error from its reason.
    public init(reason: String) { self.reason = reason }
  }

  /// Sends one request over a new connection.
  public static func ask(
    _ method: String, _ path: String, port: UInt16, body: String = ""
  ) throws -> Answer {
    var request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    if !body.isEmpty { request += "Content-Length: \(body.utf8.count)\r\n" }
    return try parse(try exchange(request + "\r\n" + body, port: port))
  }

  /// Sends a string and reads until the server closes the connection.
  public static func exchange(_ text: String, port: UInt16) throws -> String {
    let descriptor = try connect(port)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure(reason: "send: \(errno)")
    }
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      out += buffer[..<count]
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Opens a connection, which the caller has to close.
  public static func connect(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(reason: "connect: \(errno)")
    }
    return descriptor
  }

  /// Parses the result of `exchange`.
  public static func parse(_ text: String) throws -> Answer {
    guard let end = text.range(of: "\r\n\r\n") else { throw Failure(reason: "no head: \(text)") }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw Failure(reason: lines[0]) }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return Answer(status: status, fields: fields, body: String(text[end.upperBound...]))
  }
}
