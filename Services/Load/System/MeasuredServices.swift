import Foundation

/// Services whose resource usage is measured: services that the tester started with their own data,
/// or running ones.
struct MeasuredServices {
  private let children: [(name: String, program: ChildProgram)]
  /// Names and process ids of the services.
  private let processes: [(name: String, pid: Int32)]

  /// Creates the list from running processes, named as in the kernel (proc(5), `comm`).
  init(pids: [Int32]) {
    children = []
    processes = pids.map { pid in
      let name = ProcessUsage.text("/proc/\(pid)/comm")
      return (name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "\(pid)", pid)
    }
  }

  /// Starts services.
  ///
  /// - Parameters:
  ///   - names: services in the order in which they start.
  ///   - directory: directory for their sockets and data.
  /// - Throws: `LoadFailure` if one cannot be started; the others are then stopped.
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

  /// Checks that all services are running.
  ///
  /// - Throws: `LoadFailure` if one has exited unexpectedly.
  func check() throws {
    for child in children where child.program.hasEnded {
      throw LoadFailure(
        .software, code: "service_ended",
        "The \(child.name) service exited before the end of the test. Its last output:"
          + " \(child.program.lastWords)")
    }
  }

  /// Resource usage of each service so far; nil for a service that has exited.
  var usage: [ProcessUsage?] { processes.map { ProcessUsage(pid: $0.pid) } }

  /// Returns the resource usage since `before`.
  func used(since before: [ProcessUsage?]?) -> [ServiceUsage] {
    zip(processes, usage).enumerated().map { index, pair in
      let earlier = before?[index]
      return ServiceUsage(
        name: pair.0.name, cpuSeconds: (pair.1?.cpuSeconds ?? 0) - (earlier?.cpuSeconds ?? 0),
        peakBytes: pair.1?.peakBytes ?? 0)
    }
  }
}

/// Resource usage of one service.
struct ServiceUsage: Codable, Hashable, Sendable {
  var name: String
  var cpuSeconds: Double
  /// Peak resident memory since its start, in bytes.
  var peakBytes: Int64
}
