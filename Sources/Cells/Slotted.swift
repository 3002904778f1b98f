/// What is about one standup, so that it belongs to whoever has its slot.
public protocol Slotted {
  /// The slot of the standup; nil if it is about none in particular.
  var slot: Slot? { get }
}
