import Foundation
import Glibc
import StandupsMetrics
import Processes

/// The standard metrics of a process (prometheus.io/docs/instrumenting/writing_clientlibs, “Process
/// metrics”).
enum ProcessMetrics {
  static func add(to registry: MetricRegistry) {
    let cpu = registry.counter(
      "process_cpu_seconds_total", "Total user and system CPU time, in seconds.", step: 1e-6)
    let resident = registry.gauge("process_resident_memory_bytes", "Resident memory, in bytes.")
    let virtual = registry.gauge("process_virtual_memory_bytes", "Virtual memory, in bytes.")
    let open = registry.gauge("process_open_fds", "Number of open file descriptors.")
    let most = registry.gauge("process_max_fds", "Maximum number of open file descriptors.")
    let threads = registry.gauge("process_threads", "Threads.")
    let start = registry.gauge(
      "process_start_time_seconds", "Unix time of the start of the process, in seconds.")
    start.set(startTime() ?? 0)
    registry.onRead {
      cpu.show(cpuMicroseconds())
      if let pages = statm() {
        virtual.set(pages.virtual * Int(getpagesize()))
        resident.set(pages.resident * Int(getpagesize()))
      }
      if let count = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        // One entry is the descriptor of the directory that was just read.
        open.set(count - 1)
      }
      most.set(OpenFiles.most)
      if let count = stat(field: 19) { threads.set(count) }
    }
  }

  static func cpuMicroseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Int($1.tv_sec) * 1_000_000 + Int($1.tv_usec)
    }
  }

  /// Reads the memory of the process from `/proc/self/statm` (proc(5)), in pages.
  static func statm() -> (virtual: Int, resident: Int)? {
    let words = read("/proc/self/statm").split(separator: " ").prefix(2).compactMap { Int($0) }
    return words.count == 2 ? (words[0], words[1]) : nil
  }

  /// Reads a field of `/proc/self/stat`. Fields are counted from 0 as if the program's name were a
  /// single word.
  private static func stat(field: Int) -> Double? {
    // The name is in parentheses and may contain any characters.
    let text = read("/proc/self/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    let words = text[text.index(after: end)...].split(separator: " ")
    return words.indices.contains(field - 2) ? Double(words[field - 2]) : nil
  }

  /// Returns the start of the process, in seconds since 1970: boot time plus the start ticks of the
  /// process.
  static func startTime() -> Double? {
    let lines = read("/proc/stat").split(separator: "\n")
    guard
      let boot = lines.first(where: { $0.hasPrefix("btime ") }).flatMap({ Double($0.dropFirst(6)) }
      ),
      let ticks = stat(field: 21)
    else { return nil }
    return boot + ticks / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }

  private static func read(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
