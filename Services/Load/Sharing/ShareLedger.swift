/// Which of several timers ticks which meeting: what moved when one came or went, and whether it had
/// to. Timers are numbers here, in the order in which they came; -1 is none.
struct ShareLedger: Sendable {
  /// One timer more or less.
  struct Change: Sendable {
    enum Kind: String, Codable, Sendable { case added, killed }

    var kind: Kind
    /// When it happened, in nanoseconds of CLOCK_BOOTTIME.
    var at: Int64
    /// How many meetings have another owner since.
    var mustMove = 0
    /// How many have had a tick of their new owner.
    var moved = 0
    /// How many changed their timer without having to.
    var needless = 0
    /// Nanoseconds from the change to the first tick of the new owner.
    var resumption = Histogram(highest: 600_000_000_000)
  }

  private(set) var changes: [Change] = []
  /// Ticks of a timer that began or went on with a meeting that was another's.
  private(set) var misplaced: Int64 = 0
  private var owners: [Int8]
  private var earlier: [Int8]
  private var heard: [Int8]
  private var hasMoved: [Bool]

  /// - Parameter owners: of each meeting.
  init(owners: [Int8]) {
    self.owners = owners
    earlier = owners
    heard = Array(repeating: -1, count: owners.count)
    hasMoved = Array(repeating: false, count: owners.count)
  }

  /// A timer came or went; ticks of the new owners can only come later.
  ///
  /// - Parameters:
  ///   - moment: when it did, not when it was noticed.
  ///   - owners: of each meeting from now on; -1 for meetings that are over.
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

  /// A tick came.
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

  /// Whether a meeting ever had to move.
  func moved(_ meeting: Int) -> Bool { hasMoved[meeting] }
}
