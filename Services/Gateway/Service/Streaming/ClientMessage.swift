import Bus
import FastJSON
import Standups

/// Text message that a browser sends over the stream.
enum ClientMessage: Hashable, Sendable {
  /// Place in the journal from which to continue.
  struct Follow: Hashable, Sendable {
    var epoch: String
    var after: Int64
  }

  case follow(Follow?, meetings: Set<String>)
  /// Replaces the set of watched meetings.
  case watch(Set<String>)
  /// A number, which the reply returns unchanged.
  case ping(RawJSON)
  case openMicrophone(String, isOwn: Bool, take: Bool)
  case closeMicrophone(String, isOwn: Bool)

  /// Maximum number of watched meetings per stream.
  static let maxMeetings = 64

  /// Parses a text message.
  ///
  /// - Throws: `BusError` `invalid`.
  init(_ bytes: [UInt8]) throws {
    guard let json = try? RawJSON(validating: bytes), json.isObject else {
      throw Self.invalid("Invalid message; expected a JSON object.")
    }
    if let follow = json["follow"] {
      self = .follow(try Self.follow(follow), meetings: try Self.meetings(json["meetings"]))
    } else if let microphone = json["microphone"] {
      self = try Self.microphone(microphone)
    } else if let ping = json["ping"] {
      guard ping.count <= 32, let first = ping.bytes.first,
        first == 0x2D || (0x30...0x39).contains(first)
      else { throw Self.invalid("Invalid “ping”; expected a number of at most 32 characters.") }
      self = .ping(ping)
    } else if let meetings = json["meetings"] {
      self = .watch(try Self.meetings(meetings))
    } else {
      throw Self.invalid("Unknown message; expected one with follow, meetings, ping or microphone.")
    }
  }

  private static func follow(_ json: RawJSON) throws -> Follow? {
    if json == .null { return nil }
    guard let epoch = json["epoch"]?.string, epoch.utf8.count <= 64,
      let after = json["after"].flatMap({ Int64($0.text) }), after >= 0
    else {
      throw invalid("Invalid “follow”; expected null, or an object with “epoch” and “after”.")
    }
    return Follow(epoch: epoch, after: after)
  }

  private static func meetings(_ json: RawJSON?) throws -> Set<String> {
    guard let json else { return [] }
    guard let ids = try? json.decode(as: [String].self), ids.count <= maxMeetings else {
      throw invalid("Invalid “meetings”; expected a list of at most \(maxMeetings) ids.")
    }
    return Set(try ids.map(meeting))
  }

  private static func microphone(_ json: RawJSON) throws -> ClientMessage {
    let isOwn = json["own"]?.text == "true"
    if let id = json["open"]?.string {
      return .openMicrophone(
        try meeting(id), isOwn: isOwn, take: json["take"]?.text == "true")
    }
    guard let id = json["close"]?.string else {
      throw invalid("Invalid “microphone”; expected “open” or “close” with the id of a meeting.")
    }
    return .closeMicrophone(try meeting(id), isOwn: isOwn)
  }

  /// Canonical id of a meeting, as used in events.
  static func meeting(_ text: String) throws -> String {
    guard let id = Meeting.ID(text) else {
      throw invalid("Invalid meeting id “\(text.prefix(64))”; expected a UUID.")
    }
    return id.description
  }

  private static func invalid(_ sentence: String) -> BusError { BusError(.invalid, sentence) }
}
