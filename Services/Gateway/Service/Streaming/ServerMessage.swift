import Bus
import FastJSON
import Foundation
import WebServer

/// Messages from the gateway to a browser. Each is an object whose first member names its kind.
enum ServerMessage {
  static func hello(_ visitor: Visitor, nowMs: Int64) throws -> WebFrame {
    struct Body: Encodable { var name, role, session: String; var person: String?; var now: Int64 }
    let body = Body(
      name: visitor.name, role: visitor.role.rawValue, session: visitor.session,
      person: visitor.person?.lowercaseText, now: nowMs)
    return frame("hello", [UInt8](try BusJSON.encode(body)))
  }

  /// A page of a snapshot.
  ///
  /// - Parameters:
  ///   - page: the page as received from the router.
  ///   - isFirst: whether it begins a snapshot.
  static func snapshot(_ page: [UInt8], isFirst: Bool) -> WebFrame {
    frame("snapshot", page, isFirst ? #","begin":true"# : "")
  }

  static func following(_ epoch: String, after: Int64) throws -> WebFrame {
    try frame("following", JournalPlace(epoch: epoch, after: after))
  }

  /// The stream has all events up to this sequence that the visitor may see.
  static func passed(_ epoch: String, _ sequence: Int64) throws -> WebFrame {
    try frame("passed", JournalPlace(epoch: epoch, after: sequence))
  }

  /// An event, as JSON.
  static func event(_ json: [UInt8]) -> WebFrame { frame("event", json) }

  static func heartbeat(_ epoch: String, head: Int64, nowMs: Int64) throws -> WebFrame {
    struct Body: Encodable { var epoch: String; var head, now: Int64 }
    return try frame("beat", Body(epoch: epoch, head: head, now: nowMs))
  }

  static func pong(_ number: RawJSON, nowMs: Int64) -> WebFrame {
    frame("pong", number.bytes, #","now":\#(nowMs)"#)
  }

  private struct JournalPlace: Encodable {
    var epoch: String
    var after: Int64
  }

  static func frame(_ name: String, _ body: some Encodable) throws -> WebFrame {
    frame(name, [UInt8](try BusJSON.encode(body)))
  }

  private static func frame(_ name: String, _ body: [UInt8], _ rest: String = "") -> WebFrame {
    WebFrame(text: Array("{\"\(name)\":".utf8) + body + Array((rest + "}").utf8))
  }
}
