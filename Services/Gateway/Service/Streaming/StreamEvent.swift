import Bus
import FastJSON
import Threads
import WebServer

/// An event of the bus, encoded once for all streams.
struct StreamEvent: Sendable {
  /// Place in the journal; nil for an ephemeral event.
  var id: EventID?
  var type: String
  var subject: String
  /// The team of the event; nil for none.
  var team: String?
  /// True if an earlier event belongs to the same standup.
  var followsInStandup: Bool
  /// The event as JSON, as on the bus.
  var json: [UInt8]

  /// Encodes an event.
  ///
  /// - Parameter sequence: sequence of a durable event; nil for an ephemeral one.
  /// - Throws: the error of the encoder.
  init(_ event: CloudEvent, _ sequence: Int64?, epoch: String) throws {
    id = sequence.map { EventID(epoch, $0) }
    type = event.type
    subject = event.subject
    team = event.team
    followsInStandup = event.prevstandup != nil
    json = [UInt8](try BusJSON.encode(event))
  }

  /// The event as a message of a WebSocket.
  var frame: WebFrame { ServerMessage.event(json) }

  /// The event as a Server-Sent Event.
  var block: WebChunk { WebChunk(EventBlock.event(id, type: type, data: json)) }

  /// Id of the standup in the data of an event about a standup or a meeting; nil if the data has
  /// none. Read once for all streams, when the first one filters by standup.
  var standupInData: String? {
    guard type.hasPrefix("meeting.") || type.hasPrefix("standup.") else { return nil }
    return named.withLock { named in
      if let named { return named }
      let standup = RawJSON(unchecked: json)["data"]?["standup"]
      let id = (standup?.string ?? standup?["id"]?.string)?.lowercased()
      named = .some(id)
      return id
    }
  }

  /// The same once it was read, shared by the copies of the event.
  private let named = Locked<String??>(nil)
}

/// The forms of one event for all streams, each encoded when it is first needed.
struct EventForms {
  let event: StreamEvent
  private(set) lazy var frame = event.frame
  private(set) lazy var block = event.block
  private var sequenceOnly: WebFrame?

  init(_ event: StreamEvent) { self.event = event }

  /// Only the sequence of the event, for a page that may not see the event.
  mutating func passed(_ epoch: String, _ sequence: Int64) throws -> WebFrame {
    let frame = try sequenceOnly ?? ServerMessage.passed(epoch, sequence)
    sequenceOnly = frame
    return frame
  }
}
