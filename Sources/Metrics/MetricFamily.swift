import Threads

/// The metrics of one name, told apart by the values of their labels.
///
/// Finding one costs a lock and a look-up: it is done once, and whoever counts keeps what was found.
public final class MetricFamily<Member: Metric>: Sendable {
  /// The metric's name, the same for all members.
  public let name: String
  /// What is measured, for people; stands in the `# HELP` line.
  public let help: String
  /// The labels' names, in the order in which `with(_:)` takes their values.
  public let labels: [String]
  private let make: @Sendable () -> Member
  private let members = Locked<[[String]: Member]>([:])

  /// The most members. What comes on top goes into one whose labels are all `other`, so that a
  /// stranger cannot fill the memory by inventing names.
  public static var limit: Int { 1000 }
  static var rest: String { "other" }

  init(
    _ name: String, _ help: String, labels: [String], make: @escaping @Sendable () -> Member
  ) {
    self.name = name
    self.help = help
    self.labels = labels
    self.make = make
  }

  /// The member with these values, made if need be.
  public func with(_ values: String...) -> Member { with(values) }

  /// The member with these values, in the order of the labels' names.
  public func with(_ values: [String]) -> Member {
    precondition(values.count == labels.count, "\(name) has the labels \(labels)")
    return members.withLock { members in
      if let found = members[values] { return found }
      let key = members.count < Self.limit ? values : values.map { _ in Self.rest }
      if let found = members[key] { return found }
      let made = make()
      members[key] = made
      return made
    }
  }

  /// Forgets all members but those with these values: what they counted is gone from the bus.
  public func keepOnly(_ values: Set<[String]>) {
    members.withLock { $0 = $0.filter { values.contains($0.key) } }
  }
}

/// A family whose kind of member does not matter.
protocol WritableFamily: Sendable {
  var name: String { get }
  var labels: [String] { get }
  var kind: String { get }
  func write(to out: inout MetricText)
}

extension MetricFamily: WritableFamily {
  var kind: String { Member.kind }

  func write(to out: inout MetricText) {
    let members = members.withLock { $0 }
    // A name without any series would only be noise.
    guard !members.isEmpty else { return }
    out.begin(name, kind: kind, help: help)
    for (values, member) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      member.write(to: &out, name: name, labels: MetricText.labels(labels, values))
    }
  }
}
