#if DEBUG || SIMULATION
  import Bus
  import Countdown
  import Foundation
  import Standups
  import StandupsAPI

  /// Written updates, new orders of the speakers, undone ends and figures.
  extension Client {
    func sendAboutMeetings(_ command: Plan.Command, _ key: String) async {
      let id = Self.standup(command.standup)
      switch command.kind {
      case .write:
        guard let attendees = await read(id)?.standup.attendees.elements, !attendees.isEmpty else {
          return
        }
        let attendee = attendees[key.utf8.reduce(0) { $0 + Int($1) } % attendees.count]
        await send(
          WriteUpdate(standup: id, attendee: attendee.id, text: key),
          .write(standup: "\(id)", text: key), key, command
        ) { _ in nil }
      case .unwrite:
        let waiting = await updates(of: id)
        guard let first = waiting?.updates.first else { return }
        await send(
          RemoveUpdate(standup: id, attendee: first.attendee.id), .unwrite(standup: "\(id)"), key,
          command
        ) { _ in nil }
      case .reorder:
        guard let session = await meeting(of: id)?.session, session.coming.count > 1 else { return }
        var order = session.coming.map(\.id)
        order.insert(order.removeLast(), at: 0)
        await send(
          ReorderTurns(id: session.id, from: session.speakerIndex, order: order),
          .reorder(meeting: "\(session.id)"), key, command
        ) { _ in nil }
      case .reopen:
        let standup = await fetch(GetStandup(id: id), .read(standup: "\(id)"))
        guard let ended = standup?.ended else { return }
        await send(
          UndoChange(id: ended.meeting, change: ended.undo.change),
          .undo(meeting: "\(ended.meeting)"), key, command
        ) { _ in nil }
      case .say: await say(key, in: id)
      case .saveWritten: cluster.endWriting(id)
      default: break
      }
    }

    /// Reports a line of the live meeting, or of the one that ended last.
    private func say(_ text: String, in id: Standup.ID) async {
      guard let session = await meeting(of: id)?.session, let start = session.startedAt else {
        let standup = await fetch(GetStandup(id: id), .read(standup: "\(id)"))
        guard let ended = standup?.ended else { return }
        // Its time is uncertain, like that of a line without a stream.
        let line = HeardLine(key: text, fromMs: 0, toMs: 300, text: text)
        return cluster.report(line, of: ended.meeting)
      }
      let sinceMs = max(0, cluster.clock().milliseconds(since: start))
      cluster.report(
        HeardLine(key: text, fromMs: max(0, sinceMs - 300), toMs: sinceMs, text: text),
        of: session.id)
    }

    private func updates(of id: Standup.ID) async -> ListUpdates.Reply? {
      await fetch(
        ListUpdates(standup: id), .read(standup: "\(id)"),
        contents: { $0.updates.map(\.text) })
    }

    /// Reads the written updates, the past meetings and the figures of a standup.
    func look(into id: Standup.ID) async {
      _ = await updates(of: id)
      _ = await fetch(
        GetStandup(id: id), .read(standup: "\(id)"),
        contents: { reply in
          reply.meetings.flatMap { ["\($0.id)"] + ($0.updates ?? []).map(\.text) }
        })
      _ = await fetch(
        GetMeetingStats(standup: id), .read(standup: "\(id)"),
        contents: { $0.meetings.map { "\($0.id)" } })
    }

    /// Requests the figures of the standups at the end of a run; nil for one that cannot be read.
    func figures(
      of standups: [Standup.ID],
      _ take: @escaping @Sendable ([Standup.ID: GetMeetingStats.Reply]) -> Void
    ) {
      process.perform { [self] in
        Task {
          var found: [Standup.ID: GetMeetingStats.Reply] = [:]
          for id in standups {
            // All meetings of a run, even if the clock was set back or forward.
            let (nowMs, dayMs) = (cluster.machine.wallMs, Int64(86_400_000))
            found[id] = try? await peer.send(
              GetMeetingStats(standup: id, fromMs: nowMs - dayMs, toMs: nowMs + dayMs),
              options: CallOptions(timeoutMs: 5000))
          }
          take(found)
        }
      }
    }
  }
#endif
