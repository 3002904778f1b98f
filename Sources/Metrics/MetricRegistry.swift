import Threads

/// All metrics of a process.
///
/// Asking for the same name again gives the same metric; asking for it as something else is a defect
/// and stops the program.
///
/// ```swift
/// let metrics = MetricRegistry()
/// let requests = metrics.counter("requests_total", "Requests that were answered.")
/// requests.add()
/// let page = metrics.text()
/// ```
public final class MetricRegistry: Sendable {
  private let families = Locked<[String: any WritableFamily]>([:])
  private let refreshers = Locked<[@Sendable () async -> Void]>([])

  /// A registry without metrics.
  public init() {}

  // MARK: Without labels

  /// - Parameter step: what one step is in the metric's unit.
  public func counter(_ name: String, _ help: String, step: Double = 1) -> Counter {
    counters(name, help, labels: [], step: step).with()
  }

  /// A gauge without labels, at 0 when it is new.
  ///
  /// - Parameters:
  ///   - name: as Prometheus takes it: letters, digits, `_` and `:`, with no digit first.
  ///   - help: a sentence for people.
  public func gauge(_ name: String, _ help: String) -> Gauge {
    gauges(name, help, labels: []).with()
  }

  /// A histogram without labels; the buckets count when it is made, not when it is asked for again.
  public func histogram(_ name: String, _ help: String, _ buckets: Buckets) -> Histogram {
    histograms(name, help, labels: [], buckets).with()
  }

  // MARK: With labels

  /// Counters of one name, told apart by labels.
  ///
  /// - Parameters:
  ///   - labels: the labels' names; their values are given to `MetricFamily.with(_:)`.
  ///   - step: what one step is in the metric's unit.
  public func counters(
    _ name: String, _ help: String, labels: [String], step: Double = 1
  ) -> MetricFamily<Counter> {
    family(name, help, labels) { Counter(step: step) }
  }

  /// Gauges of one name, told apart by labels, whose names are given here.
  public func gauges(_ name: String, _ help: String, labels: [String]) -> MetricFamily<Gauge> {
    family(name, help, labels) { Gauge() }
  }

  /// Histograms of one name with the same buckets; none of the labels may be `le`.
  public func histograms(
    _ name: String, _ help: String, labels: [String], _ buckets: Buckets
  ) -> MetricFamily<Histogram> {
    precondition(!labels.contains("le"), "“le” is the buckets' own label")
    return family(name, help, labels) { Histogram(buckets) }
  }

  private func family<Member: Metric>(
    _ name: String, _ help: String, _ labels: [String], _ make: @escaping @Sendable () -> Member
  ) -> MetricFamily<Member> {
    precondition(MetricName.isValid(name), "“\(name)” cannot name a metric")
    precondition(labels.allSatisfy(MetricName.isLabel), "\(labels) cannot name labels")
    return families.withLock { families in
      if let found = families[name] {
        guard let same = found as? MetricFamily<Member>, same.labels == labels else {
          preconditionFailure("\(name) is a \(found.kind) with the labels \(found.labels)")
        }
        return same
      }
      let family = MetricFamily(name, help, labels: labels, make: make)
      families[name] = family
      return family
    }
  }

  // MARK: Reading

  /// Has something done ahead of each reading, such as setting gauges that nobody keeps up to date.
  public func onRead(_ refresh: @escaping @Sendable () async -> Void) {
    refreshers.withLock { $0.append(refresh) }
  }

  /// Brings up to date what is so only when it is read.
  public func refresh() async {
    await withTaskGroup(of: Void.self) { group in
      for refresh in refreshers.withLock({ $0 }) { group.addTask { await refresh() } }
    }
  }

  /// All metrics in the text format, by name.
  public func text() -> String {
    var out = MetricText()
    for (_, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      family.write(to: &out)
    }
    return out.text
  }
}

/// What Prometheus takes for a name (prometheus.io/docs/concepts/data_model).
enum MetricName {
  static func isValid(_ name: String) -> Bool {
    isWord(name, besides: ":")
  }

  /// Labels that begin with two underscores are Prometheus' own.
  static func isLabel(_ name: String) -> Bool {
    isWord(name, besides: "_") && !name.hasPrefix("__")
  }

  private static func isWord(_ name: String, besides other: Character) -> Bool {
    guard let first = name.first, !first.isNumber else { return false }
    return name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == other)
    }
  }
}
