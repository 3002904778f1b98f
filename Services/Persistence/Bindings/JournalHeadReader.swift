import Bus
import BusRouter
import PersistenceAPI
import ZeroMQ

/// Reads the last sequence of the journal, which subscribers receive every second, even before the
/// first new event.
struct JournalHeadReader: Sendable {
  let router: Router
  let hub: EventHub
  /// Loop that runs the router.
  let loop: SocketLoop
  /// Loop that sends the events.
  let events: SocketLoop

  /// Reads the last sequence once, and retries while persistence is unavailable.
  func read() async {
    while !Task.isCancelled {
      if let heads = try? await router.send(GetJournalRange()) {
        await router.noteEpoch(heads.epoch)
        await events.run { hub.noteHead(JournalHead(epoch: heads.epoch, head: heads.head)) }
        return
      }
      guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(200)))) != nil else {
        return
      }
    }
  }

  /// Reads the last sequence every ten seconds, because the journal may be replaced while
  /// persistence is running, after the repair of a damaged index.
  func keepReading() async {
    while (try? await loop.sleep(until: .now.advanced(by: .seconds(10)))) != nil {
      await read()
    }
  }
}
