import Bus
import BusRouter
import CellsAPI
import StandupsAPI

extension Integration {
  /// Which standups are here is for the map of cells to say, where there are cells.
  ///
  /// - Parameter cell: the name of this one; nil where there are none.
  mutating func bindCells(_ cell: String?) {
    bind(StandupsShareRequested.self, of: "standups", to: [GetCellShare.self]) { _, parent in
      guard cell != nil else { return .everything }
      return StandupsShare(try await parent.send(GetCellShare()))
    }
    bind(CellShareChanged.self, of: "cells", to: [SetStandupsShare.self]) { changed, parent in
      guard cell != nil else {
        throw BusError(
          .conflict, "The router does not know of the cell: set STANDUPS_CELL there, too.")
      }
      return try await parent.send(SetStandupsShare(share: StandupsShare(changed.share)))
    }
  }
}

extension StandupsShare {
  fileprivate init(_ share: CellShare) {
    self.init(
      version: share.version, slots: share.slots,
      elsewhere: share.others.map { StandupsPlace(router: $0.router, slots: $0.slots) })
  }
}
