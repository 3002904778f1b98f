import Bus
import Documents
import Foundation
import PersistenceAPI
import SnapshotAPI
import Standups
import StandupsAPI

/// Reads a page of the state for `events.snapshot`: the live meetings first, then the standups.
struct SnapshotReader {
  let caller: any CommandCaller
  let options: CallOptions
  /// Maximum size of the content of a page, in bytes of JSON. The rest of the message is reserved
  /// for the envelope.
  static let pageBytes = Limits.bytes - 64 * 1024

  /// Returns a page of the state. The journal's last sequence is read first, and then the state
  /// including all pending writes, so the state contains the effect of every event up to that
  /// sequence.
  func page(_ command: EventSnapshot) async throws -> EventSnapshot.Reply {
    let place = try Place(command.after)
    let limit = command.limit ?? 200
    let heads = try await caller.send(GetJournalRange(), options: options)
    var reply = EventSnapshot.Reply(
      epoch: heads.epoch, sequence: heads.head, standups: [], meetings: [])
    var after: String?
    switch place {
    case .meetings(let last):
      let page = try await fitting(limit) {
        ListLiveMeetings(after: last, limit: $0, settled: true)
      }
      reply.meetings = page.meetings
      if let next = page.next {
        reply.next = Place.meetings(next).text
        return reply
      }
    case .standups(let last):
      after = last
    }
    let page = try await fitting(limit) { ListStandups(after: after, limit: $0, settled: true) }
    let bytes = try BusJSON.encode(reply.meetings).count + BusJSON.encode(page.standups).count
    if bytes > Self.pageBytes, !reply.meetings.isEmpty {
      reply.next = Place.standups(nil).text
    } else {
      reply.standups = page.standups
      reply.next = page.next.map { Place.standups($0).text }
    }
    return reply
  }

  /// Reduces the limit while the reply does not fit in a message.
  private func fitting<Command: BusCommand>(
    _ limit: Int, _ command: (Int) -> Command
  ) async throws -> Command.Reply {
    var limit = limit
    while true {
      do {
        return try await caller.send(command(limit), options: options)
      } catch let error as BusError where error.code == .tooLarge && limit > 1 {
        limit /= 2
      }
    }
  }

  /// Position after which a page begins.
  private enum Place {
    /// After this live meeting.
    case meetings(Meeting.ID?)
    /// A page of standups, after this cursor. All meetings have been returned.
    case standups(String?)

    private static let meetings = "meetings/"
    private static let standups = "standups/"

    init(_ text: String?) throws(BusError) {
      guard let text else {
        self = .meetings(nil)
        return
      }
      if text == Self.standups {
        self = .standups(nil)
      } else if text.hasPrefix(Self.meetings),
        let id = Meeting.ID(String(text.dropFirst(Self.meetings.count)))
      {
        self = .meetings(id)
      } else if text.hasPrefix(Self.standups) {
        self = .standups(String(text.dropFirst(Self.standups.count)))
      } else {
        throw BusError(.invalid, DocumentCursor.invalid)
      }
    }

    var text: String {
      switch self {
      case .meetings(let id): Self.meetings + (id.map { "\($0)" } ?? "")
      case .standups(let id): Self.standups + (id ?? "")
      }
    }
  }
}
