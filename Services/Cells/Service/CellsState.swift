import Cells
import CellsAPI
import Foundation
import ServiceShell

/// Identifies one read of the map, so that a late result is recognised as outdated.
typealias Token = Int

/// State of the cells service. None of it is saved, because the map is in the database.
struct CellsState: Hashable, Sendable {
  enum Phase: Hashable, Sendable { case idle, running, draining }

  /// A failure, and the time at which it began.
  struct Trouble: Hashable, Sendable {
    var reason: String
    var since: Date
  }

  /// Report of the share to the composition root. Only one report, of the latest share, is in
  /// progress at a time.
  enum Report: Hashable, Sendable {
    case idle
    case inProgress(CellShare)
    /// The report failed and will be repeated after a pause.
    case pausing
  }

  var phase = Phase.idle
  /// Last valid map; nil until one has been read.
  var map: CellMap?
  /// The reason why the map is unavailable.
  var away: Trouble?
  /// The reason why the map in the database was rejected.
  var refused: String?
  /// Read whose result is used; results of other reads are outdated.
  var token: Token = 0
  /// Additional read, requested because a later version is known to exist.
  var early: Token?
  /// Callers whose commands are waiting for the database.
  var adding: Set<CallerID> = []

  /// Current step of moving slots, one at a time.
  var work = SlotWork.idle
  /// Slots of other cells that still have documents here.
  var left = SlotSet()
  /// Slots of other cells that are known to have no documents here.
  var clean = SlotSet()
  /// The reason why a slot could not be moved, or its documents could not be removed.
  var stuck: Trouble?
  /// Number of consecutive failures.
  var failures = 0
  /// Slots whose documents from other cells are being written, by waiting caller.
  var receiving: [CallerID: Slot] = [:]
  /// Callers that wait until this cell serves a slot.
  var taking: [Taking] = []

  /// Another cell that gave a slot to this one, and waits until this cell serves it.
  struct Taking: Hashable, Sendable {
    var caller: CallerID
    var slot: Slot
    var version: Int64
    /// True while followers are being notified.
    var isAnnounced = false
  }

  var report = Report.idle
  /// The share that the composition root has accepted.
  var acceptedShare: CellShare?
  /// The reason why the composition root does not accept the current share.
  var rejection: Trouble?
  /// Number of consecutive rejections.
  var refusals = 0
}
