import Bus
import Foundation
import Schema
import ServiceCatalog
import Standups
import WebServer

/// Request for Server-Sent Events, from its query and `Last-Event-ID`.
struct EventQuery: Hashable, Sendable {
  var filter = EventFilter()
  /// Last event that the client has; nil to begin with the events from now on.
  var start: EventID?
  /// Ids of the meetings whose ticks and partial lines the client wants.
  var meetings: Set<String> = []

  /// Maximum number of types.
  static let maxTypes = 100
  /// Maximum size of a type, in bytes.
  static let maxTypeBytes = 128
  /// Parses the request. `Last-Event-ID` has priority over `after`, because a browser that reconnects
  /// repeats the query.
  ///
  /// - Throws: `BusError` `invalid`.
  init(_ request: WebRequest) throws(BusError) {
    for (name, value) in try QueryItems.pairs(request.query) {
      switch name {
      case "type": try add(types: value)
      case "standup": filter.standup = try Self.single(filter.standup, name, Self.standup(value))
      case "team": filter.team = try Self.single(filter.team, name, Self.team(value))
      case "meeting": try add(meetings: value)
      case "after": start = try Self.single(start, name, Self.place(value, "after"))
      default:
        throw Self.invalid(
          "Unknown parameter “\(name.prefix(64))”; expected type, standup, team, meeting or after.")
      }
    }
    let ids = request.values("Last-Event-ID")
    guard ids.count <= 1 else { throw Self.invalid("Several Last-Event-ID fields; expected one.") }
    if let id = ids.first, !id.isEmpty { start = try Self.place(id, "Last-Event-ID") }
  }

  private mutating func add(types list: String) throws(BusError) {
    for type in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard (1...Self.maxTypeBytes).contains(type.utf8.count), type.utf8.last != 0x2E,
        type.utf8.allSatisfy(Self.isTypeByte)
      else {
        throw Self.invalid(
          "Invalid type “\(type.prefix(64))”; expected the type of an event, such as meeting.started."
        )
      }
      let known = ServiceCatalog.events(insteadOf: String(type))
      guard known.isEmpty else {
        throw Self.invalid(
          "Unknown type “\(type.prefix(64))”; expected one of \(known.joined(separator: ", ")).")
      }
      filter.types.insert(String(type))
    }
    guard filter.types.count <= Self.maxTypes else {
      throw Self.invalid("Too many types; expected at most \(Self.maxTypes).")
    }
  }

  private mutating func add(meetings list: String) throws(BusError) {
    for meeting in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let id = Meeting.ID(String(meeting)) else {
        throw Self.invalid("Invalid meeting “\(meeting.prefix(64))”; expected a UUID.")
      }
      meetings.insert(id.description)
    }
    guard meetings.count <= ClientMessage.maxMeetings else {
      throw Self.invalid("Too many meetings; expected at most \(ClientMessage.maxMeetings).")
    }
  }

  private static func standup(_ text: String) throws(BusError) -> String {
    guard let id = Standup.ID(text) else {
      throw invalid("Invalid standup “\(text.prefix(64))”; expected a UUID.")
    }
    return id.description
  }

  private static func team(_ text: String) throws(BusError) -> String {
    guard TeamID.isValid(text) else {
      throw invalid("Invalid team “\(text.prefix(64))”; expected the id of a team, such as web.")
    }
    return text
  }

  private static func place(_ text: String, _ name: String) throws(BusError) -> EventID {
    guard let id = EventID(text) else {
      throw invalid(
        "Invalid \(name) “\(text.prefix(64))”; expected the id of an event, EPOCH/SEQUENCE.")
    }
    return id
  }

  private static func single<Value>(
    _ earlier: Value?, _ name: String, _ value: Value
  ) throws(BusError) -> Value {
    guard earlier == nil else { throw invalid("Repeated parameter “\(name)”; expected it once.") }
    return value
  }

  private static func isTypeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func invalid(_ sentence: String) -> BusError { BusError(.invalid, sentence) }
}
