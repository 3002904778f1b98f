import Threads
import ZeroMQ

/// Threads that receive the ticks, one per timer, with one ledger for all of them.
struct TickReceivers: Sendable {
  let ledger: Locked<TickLedger>
  private let receivers: [TickReceiver]

  /// Starts a receiver for each timer.
  ///
  /// - Throws: `LoadFailure` or `ZeroMQError` if a receiver cannot listen.
  init(
    ledger: TickLedger, at places: [TickReceiver.Place], context: Context, reader: TickReader,
    topics: [String], endpoints: inout [String]
  ) throws {
    let account = Locked(ledger)
    self.ledger = account
    var started: [TickReceiver] = []
    do {
      for (source, place) in places.enumerated() {
        let receiver = TickReceiver(ledger: account, source: source)
        endpoints.append(
          try receiver.start(place, context: context, reader: reader, topics: topics))
        started.append(receiver)
      }
    } catch {
      for receiver in started { receiver.stop() }
      throw error
    }
    receivers = started
  }

  /// Combined state of all receivers; the CPU time is that of the busiest.
  var state: TickReceiver.State {
    receivers.reduce(into: TickReceiver.State()) { sum, receiver in
      let state = receiver.state.withLock { $0 }
      sum.isDeaf = state.isDeaf
      sum.hasProbe = sum.hasProbe || state.hasProbe
      sum.cpuSeconds = max(sum.cpuSeconds, state.cpuSeconds)
      sum.unreadable += state.unreadable
      sum.turns += state.turns
      sum.fullTurns += state.fullTurns
    }
  }

  /// Checks that all threads are running.
  ///
  /// - Throws: `LoadFailure` if an error has ended one of the threads.
  func check() throws(LoadFailure) {
    for receiver in receivers { try receiver.check() }
  }

  /// Unsubscribes from all topics.
  func goDeaf() {
    for receiver in receivers { receiver.goDeaf() }
  }

  /// Ends the threads.
  func stop() {
    for receiver in receivers { receiver.stop() }
  }
}
