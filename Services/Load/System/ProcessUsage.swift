import Foundation
import Glibc

/// Resource usage of a process so far, from the kernel (proc(5)).
struct ProcessUsage: Codable, Hashable, Sendable {
  /// CPU seconds of all its threads.
  var cpuSeconds: Double
  /// Resident memory, current and peak, in bytes.
  var residentBytes: Int64
  var peakBytes: Int64

  /// Reads the usage of a process.
  ///
  /// - Returns: nil if the process does not exist.
  init?(pid: Int32) {
    guard let cpu = Self.cpu(pid), let status = Self.text("/proc/\(pid)/status") else { return nil }
    cpuSeconds = cpu
    residentBytes = Self.kilobytes("VmRSS:", status) * 1024
    peakBytes = Self.kilobytes("VmHWM:", status) * 1024
  }

  init(cpuSeconds: Double = 0, residentBytes: Int64 = 0, peakBytes: Int64 = 0) {
    self.cpuSeconds = cpuSeconds
    self.residentBytes = residentBytes
    self.peakBytes = peakBytes
  }

  /// Returns the combined usage of several processes.
  static func of(_ pids: [Int32]) -> ProcessUsage? {
    let all = pids.compactMap { ProcessUsage(pid: $0) }
    guard !all.isEmpty else { return nil }
    return all.reduce(ProcessUsage()) { sum, usage in
      ProcessUsage(
        cpuSeconds: sum.cpuSeconds + usage.cpuSeconds,
        residentBytes: sum.residentBytes + usage.residentBytes,
        peakBytes: sum.peakBytes + usage.peakBytes)
    }
  }

  /// CPU seconds, from the nanoseconds of each thread if the kernel provides them, otherwise from
  /// clock ticks.
  private static func cpu(_ pid: Int32) -> Double? {
    guard let stat = text("/proc/\(pid)/stat"), let close = stat.lastIndex(of: ")") else {
      return nil
    }
    let fields = stat[close...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return nil
    }
    let ticks = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    let nanoseconds = threads.reduce(0.0) { sum, thread in
      let line = text("/proc/\(pid)/task/\(thread)/schedstat") ?? ""
      return sum + (line.split(separator: " ").first.flatMap { Double($0) } ?? 0)
    }
    // Only the ticks include threads that have ended.
    return max(nanoseconds / 1e9, ticks - 0.02)
  }

  private static func kilobytes(_ name: String, _ status: String) -> Int64 {
    for line in status.split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap { Int64($0) } ?? 0
    }
    return 0
  }

  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
