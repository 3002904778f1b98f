import Bus
import Messages
import Standups

/// Which events are wanted, as topics to subscribe to and as a test of what comes.
struct EventFilter: Hashable, Sendable {
  var standup: Standup.ID?
  /// Types, or their first words.
  var types: [String]
  /// Whether events that are not kept are wanted as well.
  var all: Bool

  /// Beginnings of topics. Ephemeral events that nobody wants are not asked for.
  var prefixes: [String] {
    let wanted = types.isEmpty ? (all ? [""] : EventTypes.durable) : types.flatMap(expanded)
    return wanted.map { type in
      // A whole type ends with a slash, so that it does not match a longer one.
      let end = EventTypes.all.contains(type) ? Topic.escape(type) + "/" : Topic.escape(type)
      guard let standup else { return "t/" + end }
      return Topic.prefix(ofStandup: standup) + end
    }
  }

  func accepts(_ event: CloudEvent) -> Bool {
    types.isEmpty || types.contains { event.type == $0 || event.type.hasPrefix($0 + ".") }
  }

  /// The types that a word stands for; one that is not known here may be known to the router.
  private func expanded(_ word: String) -> [String] {
    if EventTypes.all.contains(word) { return [word] }
    let family = EventTypes.all.filter {
      $0.hasPrefix(word + ".") && (all || EventTypes.durable.contains($0))
    }
    return family.isEmpty ? [word] : family
  }
}

/// The types of events there are.
enum EventTypes {
  static let durable = [
    StandupCreated.type, StandupUpdated.type, StandupDeleted.type, MeetingStarted.type,
    MeetingSpeakerChanged.type, MeetingAlertPresented.type, MeetingAlertDismissed.type,
    MeetingSegment.type, MeetingSpeechFailed.type, MeetingFinished.type,
    MeetingDiscardedEvent.type, "service.up", "service.down", "service.lost", "bus.unbound",
    "bus.deadLetter",
  ]
  static let all = durable + [EphemeralEvent.tick, EphemeralEvent.partial]
}
