import Bus

/// Name and topics of a countdown.
///
/// It is a class, so that an engine with a million countdowns holds only one reference to each. The
/// text of its events is created at the first tick that may have a subscriber.
final class TickChannel {
  let id: String
  /// Nil if its ticks are not wanted.
  let labels: EventLabels?
  private var prepared: TickTemplate?

  init(id: String, labels: EventLabels?) {
    self.id = id
    // Share equal strings from the composition root, which would otherwise be stored twice.
    self.labels = labels.map { labels in
      EventLabels(
        type: labels.type, subject: labels.subject, standup: labels.standup,
        meeting: labels.meeting == labels.subject ? labels.subject : labels.meeting,
        team: labels.team)
    }
  }

  deinit { prepared?.deallocate() }

  /// Constant part of its events, valid while this channel exists; nil if the channel has no
  /// labels.
  var template: TickTemplate? {
    if let prepared { return prepared }
    prepared = labels.map { TickTemplate(id: id, labels: $0) }
    return prepared
  }
}
