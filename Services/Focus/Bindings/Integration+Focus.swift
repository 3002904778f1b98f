import Bus
import Composition
import FocusAPI
import TimerAPI

extension Integration {
  /// Binds the focus service. Persistence stores its decisions, and the router publishes them. A
  /// running focus session needs a countdown, which reports the end of the session.
  mutating func bindFocus() {
    bindStore(of: .focus, publishing: ["focus.*"])
    bind(FocusClocksNeeded.self, of: "focus", to: [StartCountdown.self]) { needed, parent in
      try await parent.startClocks(needed.clocks.map { StartCountdown($0) })
      return Done()
    }
    bind(FocusClockStopped.self, of: "focus", to: [CancelCountdown.self]) { stopped, parent in
      try await parent.giveUp(CancelCountdown(id: FocusClock.workID(of: stopped.person)))
      return Done()
    }
    ignore(
      CountdownSpeakerChanged.self, of: "timer", for: FocusClock.owner,
      because: "A focus session has a single speaker.")
    bind(
      CountdownFinished.self, of: "timer", for: FocusClock.owner, to: [TellFocusTimeUp.self]
    ) { _, person, parent in
      try await parent.send(TellFocusTimeUp(person: person))
    }
  }
}

extension WorkSource<CountdownsRequested> {
  /// Countdowns of the running focus sessions.
  static let focus = owner(FocusClock.owner, asking: [GetRunningFocus.self]) { _, after, parent in
    let page = try await parent.send(GetRunningFocus(after: after), timeoutMs: Parent.patienceMs)
    return CountdownsRequested.Reply(
      countdowns: page.clocks.map { StartCountdown($0) }, next: page.next)
  }
}

extension FocusClock {
  /// Owner of these countdowns.
  fileprivate static let owner = "focus"

  /// Id that the timer uses for the countdown of a person.
  fileprivate static func workID(of person: String) -> String {
    OwnedID(owner, person).description
  }
}

extension StartCountdown {
  /// Countdown for a focus session.
  fileprivate init(_ clock: FocusClock) {
    self.init(
      id: FocusClock.workID(of: clock.person), durationMs: clock.durationMs, speakers: 1,
      resuming: .init(clock: clock.clock, announcedSpeaker: 0),
      labels: EventLabels(
        type: FocusTick.type, subject: clock.person, team: TeamScope.defaultTeam))
  }
}
