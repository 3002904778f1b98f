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
  /// The reading that is out of turn, as somebody knows of a later map.
  var early: Token?
  /// Commands that wait for the database.
  var adding: Set<CallerID> = []

  /// What is done about slots, one at a time.
  var work = SlotWork.idle
  /// Slots of others of which documents are here all the same.
  var left = SlotSet()
  /// Slots of others of which it is known that nothing is here.
  var clean = SlotSet()
  /// Why a slot could not be moved, or nothing removed.
  var stuck: Trouble?
  /// How often in a row it failed.
  var failures = 0
  /// What others sent that is being written; they wait for it.
  var receiving: [CallerID: Slot] = [:]
  /// Who waits until slots are answered for here.
  var taking: [Taking] = []

  /// Somebody who gave a slot, and waits until it is answered for here.
  struct Taking: Hashable, Sendable {
    var caller: CallerID
    var slot: Slot
    var version: Int64
    /// Whether followers are being told.
    var isAnnounced = false
  }

  var telling = Telling.idle
  /// What the parent has taken.
  var told: CellShare?
  /// Why it does not take what it should have.
  var untold: Trouble?
  /// How often in a row it did not.
  var refusals = 0
}
