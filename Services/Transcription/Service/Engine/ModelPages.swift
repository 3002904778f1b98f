import Foundation
import Glibc

/// The pages of a model's files that are in memory.
///
/// The engine maps the files and computes its own form of the weights while it loads a model. Afterwards it reads few of
/// the pages, but they stay mapped as long as the model is loaded.
enum ModelPages {
  /// A file that is mapped into this process.
  struct Mapping: Hashable {
    let start, end: UInt
    let path: String

    /// Reads a line of `/proc/self/maps` (proc_pid_maps(5)).
    ///
    /// - Returns: nil unless it is a file that this process can only read.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1].hasPrefix("r-"), fields[1].hasSuffix("p") else {
        return nil
      }
      // The path is padded to a column, and may have spaces of its own.
      let path = fields[5].drop { $0 == " " }
      guard path.hasPrefix("/") else { return nil }
      let addresses = fields[0].split(separator: "-")
      guard addresses.count == 2, let start = UInt(addresses[0], radix: 16),
        let end = UInt(addresses[1], radix: 16), start < end
      else { return nil }
      (self.start, self.end) = (start, end)
      self.path = String(path)
    }
  }

  /// The mapped files of a directory.
  static func mappings(in directory: String) -> [Mapping] {
    // The kernel shows paths without symbolic links.
    let folder = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path + "/"
    // FileManager reads only the first piece of such a file, whose size is 0.
    let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
      .compactMap { Mapping($0) }.filter { $0.path.hasPrefix(folder) }
  }

  /// Releases the pages of the mapped files of a directory. The kernel reads a page again when it is needed.
  ///
  /// A failure has no effect except that the memory stays in use.
  static func release(in directory: String) {
    for mapping in mappings(in: directory) {
      // Discards nothing, because the process cannot write to it.
      _ = madvise(
        UnsafeMutableRawPointer(bitPattern: mapping.start), Int(mapping.end - mapping.start),
        MADV_DONTNEED)
    }
  }
}
