import Foundation
import Testing

/// The last lines of the services' logs.
enum LogTail {
  static let title = "The services' logs:\n"

  static func of(_ directory: String, lines: Int = 25) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().map { name in
      let text = (try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)) ?? ""
      return "── \(name)\n" + text.split(separator: "\n").suffix(lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Adds the last lines of the services' logs to every failure.
  static var withLogs: Self {
    .compactMapIssues { issue in
      // Called once for the suite and once for the test.
      guard let cluster = Cluster.current, !issue.comments.contains(where: \.isLogs) else {
        return issue
      }
      var issue = issue
      issue.comments.append(Comment(rawValue: LogTail.title + LogTail.of(cluster.logs)))
      return issue
    }
  }
}

extension Comment {
  fileprivate var isLogs: Bool { rawValue.hasPrefix(LogTail.title) }
}
