import Cells

/// A change of where slots are, or where they go.
enum SlotChange: Hashable, Sendable {
  /// Slots are to go to a cell; to the one that has them means that they stay. What is held goes on as it is.
  case send(SlotSet, to: String)
  /// The cell that has a slot, and gives it, answers nothing about it any more, or again.
  case hold(Slot, of: String, Bool)
  /// A slot that is held is the other cell's.
  case give(Slot, of: String, to: String)
}
