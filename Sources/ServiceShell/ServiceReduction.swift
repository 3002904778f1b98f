/// The handling of one action: the state that it changes, and the effects that it causes.
public protocol ServiceReduction {
  /// The whole state of the service.
  associatedtype State
  /// A request to the shell.
  associatedtype Effect
  /// The state of the service.
  var state: State { get set }
  /// The effects for the shell, in order.
  var effects: [Effect] { get set }
}

extension ServiceReduction {
  /// Changes a state in place, and returns the effects.
  ///
  /// The state is swapped and not copied: with a second reference, each change would copy all of it.
  ///
  /// - Parameters:
  ///   - state: takes the place of the reduction's own state, which should be empty.
  ///   - body: handles an action.
  public consuming func change(_ state: inout State, _ body: (inout Self) -> Void) -> [Effect] {
    var reduction = self
    swap(&reduction.state, &state)
    body(&reduction)
    swap(&reduction.state, &state)
    return reduction.effects
  }
}
