import Threads

/// The metrics of one name, distinguished by the values of their labels.
///
/// A lookup takes a lock, so a caller looks up a metric once and keeps it.
public final class MetricFamily<Member: Metric>: Sendable {
  /// Name that all members share.
  public let name: String
  /// Human-readable description, written as the `# HELP` line.
  public let help: String
  /// Label names, in the order in which `with(_:)` expects their values.
  public let labels: [String]
  private let make: @Sendable () -> Member
  private let members = Locked<[[String]: Member]>([:])

  /// Maximum number of members. All further label values share one member, whose labels are all
  /// `other`, so that an untrusted client cannot exhaust the memory with invented names.
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

  /// Returns the member with these label values, creating it if necessary.
  public func with(_ values: String...) -> Member { with(values) }

  /// Returns the member with these values, in the order of the label names.
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

  /// Removes all members except those with these label values; their counts are no longer exported.
  public func keepOnly(_ values: Set<[String]>) {
    members.withLock { $0 = $0.filter { values.contains($0.key) } }
  }
}

/// A family of metrics whose member type is erased.
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
    // A family without series has no header.
    guard !members.isEmpty else { return }
    out.begin(name, kind: kind, help: help)
    for (values, member) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      member.write(to: &out, name: name, labels: MetricText.labels(labels, values))
    }
  }
}
