public import Testing

/// Drives a reducer action by action and asserts all results.
///
/// It is exhaustive: every change of the viewed part of the state must be stated, and every effect
/// must be asserted, before the next action is sent.
public struct TestStore<State, Action, Effect: Equatable, View: Equatable> {
  /// State after the last action.
  public private(set) var state: State
  /// Effects that are not asserted yet, in order.
  public private(set) var pending: [Effect] = []
  private let view: (State) -> View
  private let reduce: (inout State, Action) -> [Effect]
  private let isIgnored: (Effect) -> Bool

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: initial state.
  ///   - view: returns the part of the state that is asserted exhaustively.
  ///   - ignoring: returns true for effects that need not be asserted, such as log lines.
  ///   - reduce: the logic under test.
  public init(
    _ state: State, view: @escaping (State) -> View,
    ignoring isIgnored: @escaping (Effect) -> Bool = { _ in false },
    reduce: @escaping (inout State, Action) -> [Effect]
  ) {
    self.state = state
    self.view = view
    self.reduce = reduce
    self.isIgnored = isIgnored
  }

  /// Sends an action.
  ///
  /// - Parameter change: applies the expected change to the viewed part of the state.
  public mutating func send(
    _ action: Action, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout View) -> Void = { _ in }
  ) {
    finish(sourceLocation: sourceLocation)
    var expected = view(state)
    change(&expected)
    pending += reduce(&state, action).filter { !isIgnored($0) }
    let actual = view(state)
    #expect(actual == expected, "the state is not as expected", sourceLocation: sourceLocation)
  }

  /// Asserts that the next effect is this one, and removes it.
  public mutating func expect(_ effect: Effect, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !pending.isEmpty else {
      Issue.record("no effect; expected \(effect)", sourceLocation: sourceLocation)
      return
    }
    let actual = pending.removeFirst()
    #expect(actual == effect, sourceLocation: sourceLocation)
  }

  /// Removes the next effect and returns what `extract` finds in it.
  ///
  /// - Throws: an error if `extract` returns nil, because it is another kind of effect.
  public mutating func take<Value>(
    _ extract: (Effect) -> Value?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let effect = try #require(
      pending.first, "missing effect", sourceLocation: sourceLocation)
    let value = try #require(
      extract(effect), "unexpected effect: \(effect)", sourceLocation: sourceLocation)
    pending.removeFirst()
    return value
  }

  /// Fails for every effect that was not asserted.
  public mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    for effect in pending {
      Issue.record("an effect was not asserted: \(effect)", sourceLocation: sourceLocation)
    }
    pending = []
  }
}
