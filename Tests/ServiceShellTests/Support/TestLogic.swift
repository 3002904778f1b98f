import Bus
import Documents
import FastJSON
import ServiceShell

/// The logic of a service that is controlled by its commands.
struct TestLogic: ServiceLogic {
  struct State: Sendable {
    var isReady = false
    var isDraining = false
    /// Commands whose reply takes time.
    var pending: Set<CallerID> = []
    var heard: [Int] = []
    /// The time at which it wants to be woken.
    var alarm: Int64?
  }

  enum Command: Sendable {
    /// Replies with the string, and then with a second reply, which must be dropped.
    case echo(String)
    /// Replies after the parent was notified.
    case tell
    /// Replies after saving.
    case save
    /// Replies after a time.
    case wait(ms: Int)
    /// Replies with its idempotency key.
    case key
  }

  indirect enum Action: Sendable {
    case start
    case loaded
    case received(CallerID, Command, Header)
    case done(CallerID, Result<RawJSON, BusError>)
    case listen(AsyncStream<Action>)
    case heard(Int)
    case setAlarm(Int64?)
    case woken
    case drain
  }

  /// A notification of the parent.
  struct Noted: DelegateMessage {
    typealias Reply = Done
    static let target = "test.noted"
  }

  static var initial: State { State() }
  static var start: Action { .start }
  static var drain: Action { .drain }
  static var alarm: Action? { .woken }
  static func received(_ caller: CallerID, _ command: Command, _ header: Header) -> Action {
    .received(caller, command, header)
  }

  func alarm(_ state: State) -> Int64? { state.alarm }
  func milliseconds(until alarm: Int64) -> Int64 { alarm }

  func isReady(_ state: State) -> Bool { state.isReady }
  func isAtRest(_ state: State) -> Bool { state.isDraining && state.pending.isEmpty }
  func work(_ effect: ShellWork<Action>, _ state: State) -> ShellWork<Action> { effect }

  func reduce(_ state: inout State, _ action: Action) -> [ShellWork<Action>] {
    switch action {
    case .start: return []
    case .loaded:
      state.isReady = true
      return [.ready]
    case .received(let caller, let command, let header):
      return begin(&state, caller, command, header)
    case .done(let caller, let result):
      state.pending.remove(caller)
      return [.reply(caller, result)]
    case .listen(let actions): return [.listen { actions }]
    case .heard(let number):
      state.heard.append(number)
      return []
    case .setAlarm(let alarm):
      state.alarm = alarm
      return []
    case .woken:
      state.alarm = nil
      return []
    case .drain:
      state.isDraining = true
      return []
    }
  }

  private func begin(
    _ state: inout State, _ caller: CallerID, _ command: Command, _ header: Header
  ) -> [ShellWork<Action>] {
    switch command {
    case .echo(let text):
      return [.reply(caller, .success(.text(text))), .reply(caller, .success(.text("again")))]
    case .key: return [.reply(caller, .success(header.idem.map(RawJSON.text) ?? .null))]
    case .tell:
      state.pending.insert(caller)
      return [
        .tell(Noted(), causedBy: header, timeoutMs: 1000) { result in
          .done(caller, result.map { _ in .text("told") })
        }
      ]
    case .save:
      state.pending.insert(caller)
      return [
        .save(ChangesDecided(changes: []), causedBy: header, timeoutMs: 1000) { result in
          .done(caller, result.map { _ in .text("saved") })
        }
      ]
    case .wait(let ms):
      state.pending.insert(caller)
      return [.wait(ms: ms, then: .done(caller, .success(.text("waited"))))]
    }
  }
}

extension RawJSON {
  /// A string of characters that need no escape.
  static func text(_ text: String) -> RawJSON { RawJSON(unchecked: Array("\"\(text)\"".utf8)) }
}
