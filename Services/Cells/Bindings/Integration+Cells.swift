import Bus
import Composition
import Cells
import CellsAPI
import Documents
import PersistenceAPI
import StandupsAPI

extension Integration {
  /// Binds the cell map, which decides which standups belong to this cell.
  ///
  /// - Parameter cell: name of this cell; nil for a single installation, which has all standups.
  mutating func bindCells(_ cell: String?) {
    bind(StandupsShareRequested.self, of: "standups", to: [GetCellShare.self]) { _, parent in
      guard cell != nil else { return .everything }
      return StandupsShare(try await parent.send(GetCellShare()))
    }
    bind(CellShareChanged.self, of: "cells", to: [SetStandupsShare.self]) { changed, parent in
      guard cell != nil else {
        throw BusError(
          .conflict, "The router has no cell name; set STANDUPS_CELL for the router as well.")
      }
      return try await parent.send(
        SetStandupsShare(share: StandupsShare(changed.share)), timeoutMs: Self.shareMs)
    }
    bindSlots()
  }

  /// Deadline for applying a new share, including the work on slots that move to other cells, in
  /// milliseconds.
  private static let shareMs = 4000

  /// Binds the move of slots: the documents of all services move together with the standups of a
  /// slot.
  private mutating func bindSlots() {
    bind(SlotDigestsRequested.self, of: "cells", to: [Load.self]) { asked, parent in
      try await parent.digests(of: Slot(checked: asked.slot), after: asked.after)
    }
    bind(SlotDocumentsRequested.self, of: "cells", to: [Load.self]) { asked, parent in
      guard SlotDocuments.collections.contains(asked.collection) else {
        throw BusError(
          .invalid, "Invalid collection “\(asked.collection)”; slots do not contain it.")
      }
      return try await parent.send(
        Load(DocumentQuery(collection: asked.collection, ids: asked.ids, form: .whole)))
    }
    bind(
      SlotDocumentsReceived.self, of: "cells",
      to: SlotDocuments.checkCauses + [Load.self, Commit.self]
    ) { told, parent in
      let changes = try SlotDocuments.changes(told.received)
      if let (document, problem) = try await parent.rejected(of: told.received.put).first {
        throw SlotDocuments.refusal(of: document, problem)
      }
      try await parent.write(changes, in: Slot(checked: told.received.slot))
      return Done()
    }
    bind(
      SlotTaken.self, of: "cells",
      to: [Load.self, Commit.self] + SlotDocuments.arrivalCauses,
      publishing: [StandupArrived.type]
    ) { taken, parent in
      try await parent.announce(Slot(checked: taken.slot), version: taken.version)
    }
    bind(LeftSlotsRequested.self, of: "cells", to: [Load.self]) { asked, parent in
      try await parent.left(in: asked.slots)
    }
    bind(
      SlotLeft.self, of: "cells",
      to: [Load.self, Commit.self] + ErasureNotice.causes,
      publishing: [StandupMoved.type]
    ) { left, parent in
      try await parent.remove(Slot(checked: left.slot), movedTo: left.router)
    }
  }
}

extension StandupsShare {
  fileprivate init(_ share: CellShare) {
    self.init(
      version: share.version, slots: share.slots,
      elsewhere: share.others.map(StandupsPlace.init))
  }
}

extension StandupsPlace {
  init(_ cell: CellPlace) { self.init(router: cell.router, slots: cell.slots, web: cell.web) }
}
