#if DEBUG || SIMULATION
  /// Last steps of a run, for analysing how it ended.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Trace: @unchecked Sendable {
    /// Maximum number of stored lines; if nil, no lines are created or stored.
    private let capacity: Int?
    private var kept: [String] = []
    private let print: ((String) -> Void)?
    /// Milliseconds since the start of the run.
    var clock: () -> Int64 = { 0 }

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - capacity: maximum number of stored lines; nil for none.
    ///   - print: called immediately with each line.
    init(capacity: Int?, print: ((String) -> Void)? = nil) {
      self.capacity = capacity
      self.print = print
    }

    var isOn: Bool { capacity != nil || print != nil }

    func note(_ line: () -> String) {
      guard isOn else { return }
      let ms = clock()
      let text = "\(ms / 1000).\(String(1000 + ms % 1000).dropFirst()) \(line())"
      print?(text)
      guard let capacity else { return }
      kept.append(text)
      if kept.count > 2 * capacity { kept.removeFirst(capacity) }
    }

    /// The last lines.
    var lines: [String] { Array(kept.suffix(capacity ?? 0)) }
  }
#endif
