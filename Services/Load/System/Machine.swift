import Foundation
import Glibc

/// Machine on which a result was measured.
struct Machine: Codable, Hashable, Sendable {
  var cpu: String
  var cores: Int
  var kernel: String
  var memoryBytes: Int64
  /// Load average over one minute at the start of the run. It shows other load on the machine.
  var load: Double

  static func here() -> Machine {
    let info = ProcessUsage.text("/proc/cpuinfo") ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
    let load = ProcessUsage.text("/proc/loadavg").flatMap { $0.split(separator: " ").first }
    return Machine(
      cpu: model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown",
      cores: ProcessInfo.processInfo.activeProcessorCount,
      kernel: (ProcessUsage.text("/proc/sys/kernel/osrelease") ?? "unknown")
        .trimmingCharacters(in: .whitespacesAndNewlines),
      memoryBytes: Int64(ProcessInfo.processInfo.physicalMemory),
      load: load.flatMap { Double($0) } ?? 0)
  }
}

/// Total busy time of all cores.
struct MachineTime: Hashable, Sendable {
  private var busy = 0.0
  private var total = 0.0

  static func now() -> MachineTime {
    let line = ProcessUsage.text("/proc/stat")?.split(separator: "\n").first ?? ""
    let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard fields.count >= 5 else { return MachineTime() }
    var time = MachineTime()
    time.total = fields.reduce(0, +)
    time.busy = time.total - fields[3] - fields[4]
    return time
  }

  /// CPU use of all cores since `earlier`, from 0 to 1.
  func share(since earlier: MachineTime) -> Double {
    total > earlier.total ? (busy - earlier.busy) / (total - earlier.total) : 0
  }
}
