import Cells

/// What is being done about slots that come or go, one at a time.
///
/// It is derived from the map alone, so that it goes on wherever a process ended: a slot of this cell that is to go
/// elsewhere is copied while its standups go on, held, copied once more, and given; then the other cell is told, and what
/// is here of it is removed.
enum SlotWork: Hashable, Sendable {
  case idle
  /// What differs is sent, so many times already; standups go on.
  case copying(Slot, round: Int)
  /// The map is being changed so that nothing about the slot is answered any more.
  case holding(Slot)
  /// The parent is being told that.
  case settling(Slot)
  /// What has changed since is sent, and nothing changes any more.
  case finishing(Slot, round: Int)
  /// The map is being changed: the slot is the other cell's.
  case giving(Slot)
  /// It could not be copied, and is answered for again.
  case releasing(Slot)
  /// The other cell is being told.
  case handing(Slot)
  /// What is here of a slot that is another cell's is being removed.
  case clearing(Slot)
  /// Slots are being looked at that are not this cell's: something may be left of them.
  case looking(SlotSet)
  /// It failed, and is tried again after a while.
  case pausing

  /// Whether nobody answers for a slot until it is done.
  var isHolding: Bool {
    switch self {
    case .holding, .settling, .finishing, .giving, .releasing, .handing: true
    case .idle, .copying, .clearing, .looking, .pausing: false
    }
  }
}
