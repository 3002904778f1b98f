import Bus

/// Where a countdown's ticks go: its views, and the text of its event that is the same every time.
///
/// A class, so that an engine with a million countdowns holds one reference each; the texts are made
/// at the first tick that somebody may read.
final class TickChannel {
  let id: String
  let labels: EventLabels
  private(set) lazy var template = TickTemplate(id: id, labels: labels)
  private(set) lazy var topics = PreparedTopics(labels)

  init(id: String, labels: EventLabels) {
    self.id = id
    self.labels = labels
  }
}
