import Bus
import BusRouter
import RouterConnections
import Foundation
import RouterAPI

/// Connections to the router, page by page.
struct ConnectionList {
  private static let topicLength = 100

  private let connections: PagedList<Place, BusConnectionStatus>

  init(_ commands: [RouterConnection], _ events: [SubscriberConnection]) {
    connections = PagedList(
      commands.map(BusConnectionStatus.init) + events.map { Self.status($0) }, by: Place.init)
  }

  /// A page of the connections.
  ///
  /// - Throws: `BusError` `invalid` for an invalid cursor or limit.
  func page(_ command: ListConnections) throws -> ListConnections.Reply {
    let page = try connections.page(after: command.after, limit: command.limit) { $0 }
    return ListConnections.Reply(
      connections: page.shown, atMs: BusTime.now.steadyMs, next: page.next)
  }

  private static func status(_ subscriber: SubscriberConnection) -> BusConnectionStatus {
    var status = BusConnectionStatus(
      id: "e\(subscriber.descriptor)", kind: .events, waitingBytes: subscriber.unreadBytes)
    status.sent = subscriber.sentBytes.map { .init(messages: nil, bytes: $0) }
    status.queuedBytes = subscriber.queuedBytes
    status.subscriptions = subscriber.subscriptions
    status.topics = subscriber.topics.map { String($0.unicodeScalars.prefix(topicLength)) }
    status.refused = subscriber.refused
    return status
  }

  private struct Place: ListPlace {
    var kind: String
    var sinceMs: Int64
    var id: String

    init(_ status: BusConnectionStatus) {
      kind = status.kind.rawValue
      sinceMs = status.since.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
      id = status.id
    }

    init?(_ parts: [String]) {
      guard parts.count == 3, BusConnectionStatus.Kind(rawValue: parts[0]) != nil,
        let since = Int64(parts[1])
      else { return nil }
      (kind, sinceMs, id) = (parts[0], since, parts[2])
    }

    var parts: [String] { [kind, "\(sinceMs)", id] }

    static func < (one: Place, other: Place) -> Bool {
      (one.kind, one.sinceMs, one.id) < (other.kind, other.sinceMs, other.id)
    }
  }
}

extension BusConnectionStatus {
  init(_ connection: RouterConnection) {
    let (transport, traffic) = (connection.transport, connection.transport.traffic)
    self.init(
      id: "c" + String(transport.id.rawValue, radix: 16), kind: .commands,
      waitingBytes: transport.waitingBytes)
    service = connection.service?.name
    instance = connection.service?.instance
    fingerprint = connection.fingerprint
    since = Date(timeIntervalSince1970: Double(traffic.sinceMs) / 1000)
    received = Traffic(messages: traffic.received.messages, bytes: traffic.received.bytes)
    sent = Traffic(messages: traffic.sent.messages, bytes: traffic.sent.bytes)
    dropped = traffic.dropped
    queuedBytes = transport.queuedBytes
  }
}
