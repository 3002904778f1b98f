import Cells

/// A change of the owners or destinations of slots.
enum SlotChange: Hashable, Sendable {
  /// Assigns slots to a cell; the cell that has them cancels their move. A held slot continues its
  /// move.
  case send(SlotSet, to: String)
  /// Makes the current owner stop serving a slot, or serve it again.
  case hold(Slot, of: String, Bool)
  /// Makes the other cell the owner of a held slot.
  case give(Slot, of: String, to: String)
}
