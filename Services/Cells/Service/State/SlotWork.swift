import Cells

/// The current step of moving slots, one at a time.
///
/// It is derived from the map alone, so that it continues wherever a process ended. A slot of this
/// cell that moves elsewhere is copied while its standups remain in use, held, copied again, and
/// given; then the other cell is notified, and the documents here are removed.
enum SlotWork: Hashable, Sendable {
  case idle
  /// Differences are being sent, in this round; standups remain in use.
  case copying(Slot, round: Int)
  /// The map is being changed, so that the slot is not served any more.
  case holding(Slot)
  /// The composition root is being notified of that.
  case settling(Slot)
  /// Differences are being sent for the last time; nothing changes any more.
  case finishing(Slot, round: Int)
  /// The map is being changed: the other cell becomes the owner.
  case giving(Slot)
  /// The slot could not be copied, and is about to be served again.
  case releasing(Slot)
  /// The other cell is being notified.
  case handing(Slot)
  /// The documents of a slot of another cell are being removed.
  case clearing(Slot)
  /// Slots of other cells are being checked for remaining documents.
  case looking(SlotSet)
  /// A step failed, and is retried after a delay.
  case pausing

  /// True while a slot is served by no cell until the step is complete.
  var isHolding: Bool {
    switch self {
    case .holding, .settling, .finishing, .giving, .releasing, .handing: true
    case .idle, .copying, .clearing, .looking, .pausing: false
    }
  }
}
