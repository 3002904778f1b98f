import Bus
import Composition
import Cells
import CellsAPI
import Documents
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI

/// Slots that move between cells.
extension Parent {
  /// Maximum number of documents listed or removed at once.
  private static let maxDigests = 1000

  /// A page of the documents of a slot.
  ///
  /// - Parameters:
  ///   - slot: nil for the documents of all slots.
  ///   - collections: the collections to list, in this order.
  ///   - after: `next` of the previous page, which identifies a collection and a page within it.
  /// - Throws: `invalid` for an invalid `after`.
  func digests(
    of slot: Slot?, in collections: [String] = SlotDocuments.collections, after: String?
  ) async throws -> SlotDigests {
    var (index, cursor): (Int, String?) = try Self.place(after, in: collections)
    var digests: [DocumentDigest] = []
    while index < collections.count {
      let collection = collections[index]
      let page = try await send(
        Load(
          DocumentQuery(
            collection: collection, after: cursor, limit: Self.maxDigests,
            slots: slot.map { SlotSet([$0]) }, form: .digest)))
      digests += page.documents.map {
        DocumentDigest(
          key: .init(collection: collection, id: $0.id), digest: $0.body.string ?? "")
      }
      if let next = page.next {
        cursor = next
      } else {
        (index, cursor) = (index + 1, nil)
      }
      guard digests.count < Self.maxDigests else { break }
    }
    let isLast = index == collections.count
    return SlotDigests(digests: digests, next: isLast ? nil : "\(index) \(cursor ?? "")")
  }

  private static func place(
    _ after: String?, in collections: [String]
  ) throws -> (Int, String?) {
    guard let after else { return (0, nil) }
    let parts = after.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]),
      collections.indices.contains(index)
    else {
      throw BusError(.invalid, DocumentCursor.invalid)
    }
    return (index, parts[1].isEmpty ? nil : String(parts[1]))
  }

  /// Those of the given slots that still have documents.
  func left(in slots: SlotSet) async throws -> LeftSlotsRequested.Reply {
    var found = SlotSet()
    for collection in SlotDocuments.presence {
      try await pages(of: collection, in: slots, .digest) { documents in
        for document in documents { SlotDocuments.slot(document.id).map { found.insert($0) } }
      }
    }
    return .init(slots: found)
  }

  /// Writes documents that another cell sent.
  ///
  /// Their standup may have moved to another team since they were sent the last time. Earlier copies
  /// are then removed in the same transaction. A document of another slot is never replaced.
  ///
  /// - Throws: `conflict` if a document exists in another slot.
  func write(_ changes: [DocumentChange], in slot: Slot) async throws {
    do {
      try await commit(Commit(changes: changes))
    } catch let error as BusError where error.code == .conflict {
      var copies: [DocumentChange] = []
      for (collection, documents) in Dictionary(
        grouping: changes.compactMap(\.document), by: \.collection)
      {
        copies += try await self.documents(documents.map(\.id), of: collection, .digest)
          .filter { SlotDocuments.slot($0.parent ?? $0.id) == slot }
          .map { .delete(collection: collection, id: $0.id) }
      }
      guard !copies.isEmpty else { throw error }
      try await commit(Commit(changes: copies + changes))
    }
  }

  /// Announces the standups of an arrived slot to subscribers, and its documents to the services
  /// that need to know them.
  func announce(_ slot: Slot, version: Int64) async throws -> Done {
    let live = try await live(in: slot)
    var page = 0
    try await pages(of: DocumentKind.standups.collection, in: SlotSet([slot])) { documents in
      let events = try documents.map { document in
        let standup = try document.body.decode(as: StandupSummary.self).standup
        let meeting = live[standup.id]
        return try NewEvent(
          StandupArrived(standup: standup, meeting: meeting), id: Header.risingID(),
          about: "\(standup.id)", standup: "\(standup.id)", meeting: meeting.map { "\($0)" },
          team: standup.teamID, time: Date())
      }
      guard !events.isEmpty else { return }
      try await commit(
        Commit(
          events: events,
          idempotency: StoredReply(key: "cells/\(slot)/\(version)/\(page)", reply: .null)))
      page += 1
    }
    for kind in SlotDocuments.kinds {
      guard let arrival = kind.arrival else { continue }
      try await pages(of: kind.collection, in: SlotSet([slot]), arrival.form) { documents in
        for document in documents { try await tellOfArrival(arrival.command(document)) }
      }
    }
    return Done()
  }

  /// Notifies a service of an arrived document. A service that is unavailable loads the document
  /// when it reconnects. A service that is only slow may have dropped the command, so the error is
  /// thrown, and everything is sent again.
  private func tellOfArrival(_ command: some BusCommand) async throws {
    do {
      try await sendIfThere(command, timeoutMs: Self.absenceMs)
    } catch let error as BusError where [.unavailable, .draining].contains(error.code) {
      return
    }
  }

  /// Removes the documents of a slot.
  ///
  /// - Parameter router: address of the cell that its standups moved to; nil if the documents are
  ///   copies that were never in use.
  func remove(_ slot: Slot, movedTo router: String?) async throws -> Done {
    let live = try await live(in: slot)
    while true {
      let digests = try await digests(of: slot, after: nil).digests
      guard !digests.isEmpty else { return Done() }
      let standups = digests.filter { $0.key.collection == DocumentKind.standups.collection }.map(
        \.key.id)
      var changes = digests.map {
        DocumentChange.delete(collection: $0.key.collection, id: $0.key.id)
      }
      var events: [NewEvent] = []
      if let router {
        for standup in standups {
          changes.append(.erase(Erasure(standup: standup)))
          changes += DocumentKind.mentioning.map {
            .deleteMentioning(collection: $0.collection, text: standup)
          }
          let meeting = Standup.ID(standup).flatMap { live[$0] }
          events.append(
            try NewEvent(
              StandupMoved(router: router, meeting: meeting), id: Header.risingID(),
              about: standup, standup: standup, meeting: meeting.map { "\($0)" }, time: Date()))
        }
      }
      try await commit(Commit(changes: changes, events: events))
      for standup in standups where router != nil {
        for command in Forgotten(moved: standup).commands {
          try await notify(command, timeoutMs: Self.absenceMs)
        }
      }
    }
  }

  /// Live meetings of a slot, by standup.
  private func live(in slot: Slot) async throws -> [Standup.ID: Meeting.ID] {
    var live: [Standup.ID: Meeting.ID] = [:]
    try await pages(of: DocumentKind.sessions.collection, in: SlotSet([slot])) { documents in
      for document in documents {
        let session = try? document.body.decode(as: MeetingSession.self)
        if let session { live[session.standup.id] = session.id }
      }
    }
    return live
  }

  private func pages(
    of collection: String, in slots: SlotSet, _ form: DocumentQuery.Form? = nil,
    _ body: ([Document]) async throws -> Void
  ) async throws {
    var after: String?
    repeat {
      let page = try await send(
        Load(
          DocumentQuery(
            collection: collection, after: after, limit: Self.maxDigests, slots: slots,
            form: form)))
      try await body(page.documents)
      after = page.next
    } while after != nil
  }
}
