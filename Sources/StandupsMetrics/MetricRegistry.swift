import Threads

/// All metrics of a process.
///
/// Requesting the same name again returns the same metric. Requesting it as another type is a bug
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

  /// Creates an empty registry.
  public init() {}

  // MARK: Without labels

  /// Returns a counter without labels.
  ///
  /// - Parameter step: size of one step in the metric's unit.
  public func counter(_ name: String, _ help: String, step: Double = 1) -> Counter {
    counters(name, help, labels: [], step: step).with()
  }

  /// Returns a gauge without labels, initially 0.
  ///
  /// - Parameters:
  ///   - name: a Prometheus metric name: letters, digits, `_` and `:`, not starting with a digit.
  ///   - help: a human-readable sentence.
  public func gauge(_ name: String, _ help: String) -> Gauge {
    gauges(name, help, labels: []).with()
  }

  /// Returns a histogram without labels. The first request sets the buckets; later requests ignore
  /// them.
  public func histogram(_ name: String, _ help: String, _ buckets: Buckets) -> Histogram {
    histograms(name, help, labels: [], buckets).with()
  }

  // MARK: With labels

  /// Returns the counters of one name, distinguished by labels.
  ///
  /// - Parameters:
  ///   - labels: names of the labels; `MetricFamily.with(_:)` receives their values.
  ///   - step: size of one step in the metric's unit.
  public func counters(
    _ name: String, _ help: String, labels: [String], step: Double = 1
  ) -> MetricFamily<Counter> {
    family(name, help, labels) { Counter(step: step) }
  }

  /// Returns the gauges of one name, distinguished by the given labels.
  public func gauges(_ name: String, _ help: String, labels: [String]) -> MetricFamily<Gauge> {
    family(name, help, labels) { Gauge() }
  }

  /// Returns the histograms of one name, with the same buckets; no label may be `le`.
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

  /// Registers a closure that runs before each scrape, for example to set gauges that are computed
  /// on demand.
  public func onRead(_ refresh: @escaping @Sendable () async -> Void) {
    refreshers.withLock { $0.append(refresh) }
  }

  /// Runs the closures of `onRead`.
  public func refresh() async {
    await withTaskGroup(of: Void.self) { group in
      for refresh in refreshers.withLock({ $0 }) { group.addTask { await refresh() } }
    }
  }

  /// Returns all metrics in the text format, sorted by name.
  public func text() -> String {
    var out = MetricText()
    for (_, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      family.write(to: &out)
    }
    return out.text
  }
}

/// Prometheus' rules for names (prometheus.io/docs/concepts/data_model).
enum MetricName {
  static func isValid(_ name: String) -> Bool {
    isWord(name, besides: ":")
  }

  /// Returns true if a label name is valid. Prometheus reserves labels that start with two
  /// underscores.
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
