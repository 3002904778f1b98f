public import Testing

/// Drives a reducer action by action and asserts everything that comes of it.
///
/// It is exhaustive: every change of what is shown of the state has to be told, and every effect
/// taken, before the next action is sent.
public struct TestStore<State, Action, Effect: Equatable, View: Equatable> {
  /// The state as it is now.
  public private(set) var state: State
  /// Effects that were not asserted yet, in order.
  public private(set) var pending: [Effect] = []
  private let view: (State) -> View
  private let reduce: (inout State, Action) -> [Effect]
  private let isIgnored: (Effect) -> Bool

  /// - Parameters:
  ///   - state: where it begins.
  ///   - view: the part of the state that is asserted exhaustively.
  ///   - ignoring: effects that need not be asserted, such as lines for the log.
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
  /// - Parameter change: changes what is shown of the state as the action is expected to do.
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

  /// Takes the next effect, which must be this one.
  public mutating func expect(_ effect: Effect, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !pending.isEmpty else {
      Issue.record("no effect; expected \(effect)", sourceLocation: sourceLocation)
      return
    }
    let actual = pending.removeFirst()
    #expect(actual == effect, sourceLocation: sourceLocation)
  }

  /// Takes the next effect and what `extract` finds in it.
  ///
  /// - Throws: if it is another kind of effect, for which `extract` gives nil.
  public mutating func take<Value>(
    _ extract: (Effect) -> Value?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let effect = try #require(
      pending.first, "there is no effect", sourceLocation: sourceLocation)
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
