import Bus
import BusRouter
import Foundation
import RouterAPI
import ZeroMQ

/// The connections to the router, in pages that fit a message.
struct ConnectionList {
  private static let limits = 1...1000
  /// A page is not added to from this size on, in bytes of JSON.
  private static let enoughBytes = 500_000
  private static let topicLength = 100

  private let connections: [(place: Place, status: BusConnectionStatus)]

  init(_ commands: [RouterConnection], _ events: [SubscriberConnection]) {
    let all = commands.map(BusConnectionStatus.init) + events.map { Self.status($0) }
    connections = all.map { (Place($0), $0) }.sorted { $0.0 < $1.0 }
  }

  /// - Throws: `BusError`, `invalid`.
  func page(_ command: ListConnections) throws -> ListConnections.Reply {
    let limit = command.limit ?? Self.limits.upperBound
    guard Self.limits.contains(limit) else {
      throw BusError(
        .invalid,
        "A limit is from \(Self.limits.lowerBound) to \(Self.limits.upperBound), not \(limit).")
    }
    let after = try command.after.map { try Place($0) }
    let rest = connections.drop { one in after.map { one.place <= $0 } ?? false }
    var reply = ListConnections.Reply(
      connections: [], atMs: Int64(MonotonicInstant.now.nanoseconds / 1_000_000))
    var bytes = 0
    for (place, status) in rest {
      reply.connections.append(status)
      bytes += try BusJSON.encode(status).count
      guard reply.connections.count == limit || bytes >= Self.enoughBytes else { continue }
      if reply.connections.count < rest.count { reply.next = place.text }
      break
    }
    return reply
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

  /// Where a connection is in the list; it says so also when that is gone.
  private struct Place: Comparable {
    var kind: String
    var sinceMs: Int64
    var id: String

    init(_ status: BusConnectionStatus) {
      kind = status.kind.rawValue
      sinceMs = status.since.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
      id = status.id
    }

    init(_ text: String) throws(BusError) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, BusConnectionStatus.Kind(rawValue: parts[0]) != nil,
        let since = Int64(parts[1])
      else {
        throw BusError(.invalid, "“after” is the “next” of the page before, and nothing else.")
      }
      (kind, sinceMs, id) = (parts[0], since, parts[2])
    }

    var text: String { "\(kind)/\(sinceMs)/\(id)" }

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
