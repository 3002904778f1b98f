/// Ledger of the assignment of meetings to several timers. It records which meetings moved when a
/// timer was added or killed, and which of them had to move. Timers are numbered in the order of
/// their registration; -1 stands for no timer.
struct ShareLedger: Sendable {
  /// Addition or loss of one timer.
  struct Change: Sendable {
    enum Kind: String, Codable, Sendable { case added, killed }

    var kind: Kind
    /// Time of the change, in nanoseconds of CLOCK_BOOTTIME.
    var at: Int64
    /// Number of meetings whose owner changed.
    var mustMove = 0
    /// Number of meetings whose new owner has sent a tick.
    var moved = 0
    /// Number of meetings that changed their timer unnecessarily.
    var needless = 0
    /// Delay from the change to the new owner's first tick, in nanoseconds.
    var resumption = Histogram(highest: 600_000_000_000)
  }

  private(set) var changes: [Change] = []
  /// Number of times that a timer sent ticks of a meeting owned by another timer.
  private(set) var misplaced: Int64 = 0
  private var owners: [Int8]
  private var earlier: [Int8]
  private var heard: [Int8]
  private var hasMoved: [Bool]

  /// Creates the ledger.
  ///
  /// - Parameter owners: timer of each meeting.
  init(owners: [Int8]) {
    self.owners = owners
    earlier = owners
    heard = Array(repeating: -1, count: owners.count)
    hasMoved = Array(repeating: false, count: owners.count)
  }

  /// Records that a timer was added or killed. Ticks of the new owners can arrive only later.
  ///
  /// - Parameters:
  ///   - moment: time of the change, not of its detection.
  ///   - owners: timer of each meeting from now on; -1 for meetings that are over.
  mutating func changed(_ kind: Change.Kind, at moment: Int64, owners new: [Int8]) {
    var change = Change(kind: kind, at: moment)
    for meeting in owners.indices where new[meeting] >= 0 && new[meeting] != owners[meeting] {
      change.mustMove += 1
      hasMoved[meeting] = true
    }
    changes.append(change)
    earlier = owners
    owners = new
  }

  /// Records a tick.
  mutating func tick(_ meeting: Int, from timer: Int, at moment: Int64) {
    let timer = Int8(clamping: timer)
    let last = heard[meeting]
    guard timer != last else { return }
    heard[meeting] = timer
    guard timer == owners[meeting] else { return misplaced += 1 }
    guard last >= 0, !changes.isEmpty else { return }
    let index = changes.count - 1
    guard earlier[meeting] != timer else { return changes[index].needless += 1 }
    changes[index].moved += 1
    changes[index].resumption.record(max(0, moment - changes[index].at))
  }

  /// True if a meeting ever had to move.
  func moved(_ meeting: Int) -> Bool { hasMoved[meeting] }
}
