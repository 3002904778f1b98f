import Bus
import BusRouter
import PersistenceAPI
import ZeroMQ

/// Reads the end of the journal, which subscribers receive every second, even before the first new
/// event.
struct JournalHeadReader: Sendable {
  let router: Router
  let hub: EventHub
  /// Loop of the router.
  let loop: SocketLoop
  /// Loop of the events.
  let events: SocketLoop

  /// Reads it once, and tries again while persistence is unavailable.
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

  /// Reads it every ten seconds: the journal may be replaced while persistence runs, after the
  /// repair of a damaged index.
  func keepReading() async {
    while (try? await loop.sleep(until: .now.advanced(by: .seconds(10)))) != nil {
      await read()
    }
  }
}
