import ArchiveAPI
import Bus
import BusRouter
import Composition
import Cells
import CellsAPI
import Documents
import PersistenceAPI
import Standups
import StandupsAPI

/// Reads the documents that users own, and restores them from an archive.
struct ArchiveOffice: Sendable {
  let router: Router
  let parent: Parent
  /// Name of this installation among those that share the standups; nil if it is the only one.
  let cell: String?

  /// Maximum number of documents scanned for one page; the last batch may exceed it.
  private static let maxLooked = 20_000
  private static let pageSize = 1000

  init(router: Router, cell: String?, cause: Header) {
    self.router = router
    self.cell = cell
    parent = Parent(cause: cause, caller: router) { await router.announce($0) }
  }

  /// Slots of this installation, and the other cells with their slots; nil for a single
  /// installation.
  func share() async throws -> (slots: SlotSet, elsewhere: [StandupsPlace]?) {
    guard cell != nil else { return (.all, nil) }
    let share = try await parent.send(GetCellShare())
    return (share.slots, share.others.map(StandupsPlace.init))
  }

  /// Validates the slot of a command.
  ///
  /// - Throws: `moved` for a slot of another cell, `unavailable` for a slot that no cell currently
  ///   serves.
  func check(_ number: Int?) async throws -> Slot? {
    guard let number else { return nil }
    let slot = try Slot(checked: number)
    let share = try await share()
    guard !share.slots.contains(slot) else { return slot }
    guard let place = share.elsewhere?.first(where: { $0.slots.contains(slot) }) else {
      throw BusError(
        .unavailable, "Slot \(slot) is not in any cell at the moment; try again.", retryAfterMs: 100
      )
    }
    throw BusError.moved(
      to: place.router, web: place.web, "Slot \(slot) is in the cell at \(place.router).")
  }

  // MARK: Reading

  func contents(_ command: GetArchiveContents) async throws -> GetArchiveContents.Reply {
    let share = try await share()
    let slots = share.slots.isAll ? nil : share.slots
    let heads = try await parent.send(GetJournalRange())
    let live = try await parent.send(
      Load(
        DocumentQuery(
          collection: DocumentKind.sessions.collection, limit: 1, counts: true, slots: slots,
          form: .digest))
    ).total
    var found = SlotSet()
    var after = command.after
    var looked = 0
    repeat {
      let page = try await parent.send(
        Load(
          DocumentQuery(
            collection: DocumentKind.standups.collection, after: after, limit: Self.pageSize,
            slots: slots, form: .digest)))
      for document in page.documents { SlotDocuments.slot(document.id).map { found.insert($0) } }
      looked += page.documents.count
      after = page.next
    } while after != nil && looked < Self.maxLooked
    return GetArchiveContents.Reply(
      cell: cell, epoch: heads.epoch, sequence: heads.head, slots: found,
      elsewhere: share.elsewhere, live: live ?? 0, next: after)
  }

  func digests(_ command: GetArchiveDigests) async throws -> SlotDigests {
    let slot = try await check(command.slot)
    return try await parent.digests(
      of: slot, in: ArchivedDocuments.collections(of: slot), after: command.after)
  }

  func documents(_ command: GetArchiveDocuments) async throws -> GetArchiveDocuments.Reply {
    let slot = try await check(command.slot)
    guard ArchivedDocuments.collections(of: slot).contains(command.collection) else {
      throw BusError(
        .invalid,
        "Invalid collection “\(command.collection.prefix(40))”; archives do not contain it.")
    }
    let page = try await parent.send(
      Load(DocumentQuery(collection: command.collection, ids: command.ids, form: .whole)))
    var reply = GetArchiveDocuments.Reply(documents: [], next: page.next)
    for document in page.documents {
      guard ArchivedDocuments.problem(document, in: slot) == nil else {
        reply.unreadable = (reply.unreadable ?? []) + [document.id]
        continue
      }
      reply.documents.append(
        command.withSecrets == true ? document : try ArchivedDocuments.withoutSecrets(document))
    }
    return reply
  }
}
