/// A value that concerns one standup, and therefore belongs to the cell that owns its slot.
public protocol Slotted {
  /// The slot of the standup; nil if the value concerns none in particular.
  var routingSlot: Slot? { get }
}
