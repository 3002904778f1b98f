/// Input and output other than messages to the router: NATS, and notifications of the journal.
struct BridgeIO: Sendable {
  /// Notifies of the last sequence of the journal with each heartbeat, and with each event of these
  /// types, until the reader stops.
  var journal: @Sendable (Set<String>) -> AsyncStream<BridgeAction>
  /// Connects, replacing an existing connection. Returns the failure; nil on success.
  var connect: @Sendable () async -> NATSFailure?
  /// Describes the streams, and verifies the last message of the current stream and, if given, the
  /// message at another sequence of the journal.
  var streams: @Sendable (Int64?) async -> Result<[StreamFacts], NATSFailure>
  var change: @Sendable (StreamChange) async -> NATSFailure?
  /// Sends the messages of a round to a stream, in order. Returns the failure; nil on success.
  var publish: @Sendable (Int, String, [Outgoing]) async -> NATSFailure?
  /// Erases messages of a stream by their sequences in it. Returns the number of messages erased.
  var erase: @Sendable (String, [Int64]) async -> Result<Int, NATSFailure>
  /// Closes the connection to NATS.
  var close: @Sendable () async -> Void
}

extension BridgeIO {
  /// Does nothing, for a bridge without NATS.
  static let off = BridgeIO(
    journal: { _ in AsyncStream { $0.finish() } }, connect: { nil }, streams: { _ in .success([]) },
    change: { _ in nil }, publish: { _, _, _ in nil }, erase: { _, _ in .success(0) }, close: {})

  /// Connects to NATS through libnats.
  init(
    _ client: NATSClient, journal: @escaping @Sendable (Set<String>) -> AsyncStream<BridgeAction>
  ) {
    self.init(
      journal: journal,
      connect: { await failure { () throws(NATSFailure) in try await client.connect() } },
      streams: { suspect in
        do throws(NATSFailure) {
          return .success(try await client.streams(checking: suspect))
        } catch { return .failure(error) }
      },
      change: { change in
        await failure { () throws(NATSFailure) in try await client.apply(change) }
      },
      publish: { round, stream, messages in
        await failure { () throws(NATSFailure) in
          try await client.publish(round, to: stream, messages)
        }
      },
      erase: { stream, sequences in
        do throws(NATSFailure) {
          return .success(try await client.erase(stream, sequences))
        } catch { return .failure(error) }
      },
      close: { await client.close() })
  }
}

private func failure(_ body: () async throws(NATSFailure) -> Void) async -> NATSFailure? {
  do {
    try await body()
    return nil
  } catch { return error }
}
