import Foundation

/// Services whose use of the machine is measured: some that the tester started, with data of their own, or some
/// that run.
struct MeasuredServices {
  private let children: [(name: String, program: ChildProgram)]
  /// All of them.
  private let processes: [(name: String, pid: Int32)]

  /// Services that run on this machine, called as the kernel calls their processes (proc(5), `comm`).
  init(pids: [Int32]) {
    children = []
    processes = pids.map { pid in
      let name = ProcessUsage.text("/proc/\(pid)/comm")
      return (name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "\(pid)", pid)
    }
  }

  /// - Parameters:
  ///   - names: of the services, in the order in which they start.
  ///   - directory: for their sockets and their data.
  /// - Throws: `LoadFailure` where one cannot be started; then none is left running.
  init(_ names: [String], in directory: RunDirectory, _ context: LoadContext) throws {
    let environment = [
      "STANDUPS_RUNTIME_DIR": directory.path, "STANDUPS_DATA": directory.path + "/data",
      "STANDUPS_LOG_LEVEL": "error",
    ]
    var children: [(name: String, program: ChildProgram)] = []
    do {
      for name in names {
        let program = context.programs.appendingPathComponent("\(name)-service")
        children.append((name, try ChildProgram(program, environment: environment)))
      }
    } catch {
      for child in children { child.program.stop() }
      throw error
    }
    self.children = children
    processes = children.map { ($0.name, $0.program.pid) }
  }

  func stop() { for child in children.reversed() { child.program.stop() } }

  /// - Throws: `LoadFailure` where one ended by itself.
  func check() throws {
    for child in children where child.program.hasEnded {
      throw LoadFailure(
        .software, code: "service_ended",
        "The \(child.name) service exited before the end of the test. Its last output:"
          + " \(child.program.lastWords)")
    }
  }

  /// What each has used so far; nil for one that is gone.
  var usage: [ProcessUsage?] { processes.map { ProcessUsage(pid: $0.pid) } }

  /// What each has used since then.
  func used(since before: [ProcessUsage?]?) -> [ServiceUsage] {
    zip(processes, usage).enumerated().map { index, pair in
      let earlier = before?[index]
      return ServiceUsage(
        name: pair.0.name, cpuSeconds: (pair.1?.cpuSeconds ?? 0) - (earlier?.cpuSeconds ?? 0),
        peakBytes: pair.1?.peakBytes ?? 0)
    }
  }
}

/// What one service used.
struct ServiceUsage: Codable, Hashable, Sendable {
  var name: String
  var cpuSeconds: Double
  /// Bytes in memory at most, since its start.
  var peakBytes: Int64
}
