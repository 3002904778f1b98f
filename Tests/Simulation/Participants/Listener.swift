#if DEBUG || SIMULATION
  import Bus
  import Documents
  import Foundation
  import RouterAPI
  import StandupsAPI
  import ZeroMQ

  /// Subscriber that has read the whole journal by the end of a run. It fills gaps with `events.replay`, and
  /// compares heartbeats and events with its copy.
  ///
  /// `@unchecked Sendable`: it is used on its own loop only.
  final class Listener: @unchecked Sendable {
    private let process: SimulatedProcess
    private let cluster: Cluster
    private let peer: Peer
    private var port: SubscriberPort?
    private(set) var epoch: String?
    /// Ids of the events received so far, from the first one on and without a gap.
    private(set) var ids: [String] = []
    private var ticks: Set<String> = []
    private var beat: JournalHead?
    private var isReading = false

    init(_ cluster: Cluster) {
      self.cluster = cluster
      process = cluster.makeProcess("listener")
      peer = Peer(transport: PeerPort(process, cluster.board), instance: Header.freshID())
    }

    func start() {
      let peer = peer
      process.start { try? await peer.open() }
      port = SubscriberPort(process, cluster.board) { [self] item in take(item) }
    }

    private func take(_ item: SubscriberPort.Item) {
      switch item {
      case .event(let publication): take(publication.event)
      case .beat(let head): take(head)
      case .tick(let id, let isExcused):
        if !ticks.insert(id).inserted, !isExcused, !isAfterPause(id) {
          cluster.found(.ticksOnce, "The tick \(id) came twice.")
        }
      case .ofTeam: break
      }
    }

    /// True if the clock of a tick's meeting was paused before the tick. A timer runs on until it receives the pause; if
    /// it is killed then, the next timer repeats the seconds in between. Known and tolerated, see docs/simulation.md.
    private func isAfterPause(_ tick: String) -> Bool {
      let parts = tick.split(separator: "/")
      guard parts.count == 3, let elapsedMs = Int64(parts[2]) else { return false }
      return cluster.disk.ledger.events.contains { stored in
        let event = stored.event
        guard event.labels.type == MeetingAlertPresented.type,
          event.labels.meeting == String(parts[1]),
          let pause = try? event.data.decode(as: MeetingAlertPresented.self)
        else { return false }
        return pause.elapsedMs <= elapsedMs
      }
    }

    private func take(_ event: CloudEvent) {
      guard let number = event.number, let epoch = event.epoch else { return }
      enter(epoch)
      let place = Int(number) - 1
      if place < ids.count {
        if ids[place] != event.id {
          cluster.found(
            .journalIsWhole, "The event \(number) was \(ids[place]), and now is \(event.id).")
        }
      } else if place == ids.count {
        ids.append(event.id)
      } else {
        readOn()
      }
    }

    private func enter(_ epoch: String) {
      guard epoch != self.epoch else { return }
      self.epoch = epoch
      ids = []
    }

    private func take(_ head: JournalHead) {
      if let beat, beat.epoch == head.epoch, head.head < beat.head {
        cluster.found(.beatsRise, "After \(beat.head) the head was \(head.head).")
      }
      beat = head
      enter(head.epoch)
      if Int(head.head) > ids.count { readOn() }
    }

    /// Requests the missing events.
    private func readOn() {
      guard !isReading else { return }
      isReading = true
      let (peer, after, epoch) = (peer, Int64(ids.count), epoch)
      Task { [self] in
        let page = try? await peer.send(
          EventReplay(JournalQuery(after: after, epoch: epoch)),
          options: CallOptions(timeoutMs: 3000)
        )
        process.perform { [self] in
          isReading = false
          for event in page?.events ?? [] { take(event) }
          if page?.hasMore == true { readOn() }
        }
      }
    }
  }
#endif
