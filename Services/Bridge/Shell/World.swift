/// What the bridge reaches besides its parent: NATS, and what is heard of the journal.
struct World: Sendable {
  /// How far the journal goes, as it is heard: with each beat, and at once with each event of these types;
  /// until the reader stops reading.
  var journal: @Sendable (Set<String>) -> AsyncStream<BridgeAction>
  /// Connects, anew where there is a connection; nil unless that fails.
  var connect: @Sendable () async -> NATSFailure?
  /// The streams; what is at the end of ours is looked at, and at a sequence of the journal.
  var look: @Sendable (Int64?) async -> Result<[StreamFacts], NATSFailure>
  var change: @Sendable (StreamChange) async -> NATSFailure?
  /// Sends messages of a round to a stream, in order; nil unless they could not be sent.
  var publish: @Sendable (Int, String, [Outgoing]) async -> NATSFailure?
  /// Erases messages of a stream by their sequences in it.
  var erase: @Sendable (String, [Int64]) async -> Result<Int, NATSFailure>
  /// Lets go of NATS.
  var close: @Sendable () async -> Void
}

extension World {
  /// No NATS is set.
  static let off = World(
    journal: { _ in AsyncStream { $0.finish() } }, connect: { nil }, look: { _ in .success([]) },
    change: { _ in nil }, publish: { _, _, _ in nil }, erase: { _, _ in .success(0) }, close: {})

  /// NATS by libnats.
  init(
    _ client: NATSClient, journal: @escaping @Sendable (Set<String>) -> AsyncStream<BridgeAction>
  ) {
    self.init(
      journal: journal,
      connect: { await failure { () throws(NATSFailure) in try await client.connect() } },
      look: { suspect in
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
