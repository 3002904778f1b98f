import Bus

/// A countdown's name, and the views of its ticks.
///
/// A class, so that an engine with a million countdowns holds one reference each. The texts of its
/// events are made at the first tick that somebody may read.
final class TickChannel {
  let id: String
  /// Nil when nobody wants its ticks.
  let labels: EventLabels?
  private var prepared: TickTemplate?

  init(id: String, labels: EventLabels?) {
    self.id = id
    // The same text twice, as the parent sends it, would be kept twice.
    self.labels = labels.map { labels in
      EventLabels(
        type: labels.type, subject: labels.subject, standup: labels.standup,
        meeting: labels.meeting == labels.subject ? labels.subject : labels.meeting)
    }
  }

  deinit { prepared?.deallocate() }

  /// What is the same in all its events, for as long as this channel lives; nil without labels.
  var template: TickTemplate? {
    if let prepared { return prepared }
    prepared = labels.map { TickTemplate(id: id, labels: $0) }
    return prepared
  }
}
