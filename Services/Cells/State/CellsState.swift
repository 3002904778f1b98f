import Cells
import CellsAPI
import Foundation
import ServiceShell

/// Names one reading of the map, so that a late result is known as such.
typealias Token = Int

/// All that the service knows. Nothing of it is saved: the database has the map.
struct CellsState: Hashable, Sendable {
  enum Phase: Hashable, Sendable { case idle, running, draining }

  /// Something that does not work, and since when.
  struct Trouble: Hashable, Sendable {
    var reason: String
    var since: Date
  }

  /// How the parent is told of this cell's share: one at a time, and the latest only.
  enum Telling: Hashable, Sendable {
    case idle
    case underWay(CellShare)
    /// It is tried again after a while.
    case pausing
  }

  var phase = Phase.idle
  /// The last good one; nil until it was read once.
  var map: CellMap?
  /// Why the map cannot be read.
  var away: Trouble?
  /// Why what the database has is not taken.
  var refused: String?
  /// The reading whose result counts.
  var token: Token = 0
  /// Commands that wait for the database.
  var adding: Set<CallerID> = []

  var telling = Telling.idle
  /// What the parent has taken.
  var told: CellShare?
  /// Why it does not take what it should have.
  var untold: Trouble?
  /// How often in a row it did not.
  var refusals = 0
}
