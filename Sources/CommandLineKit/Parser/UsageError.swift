/// The command line cannot be understood; the sentence says why and what would be right.
package struct UsageError: ExitCoded, Equatable {
  package var message: String
  /// The command whose help explains more, such as `["meetings", "show"]`.
  package var path: [String] = []

  package var exitCode: ExitCode { .usage }

  package init(message: String, path: [String] = []) {
    self.message = message
    self.path = path
  }

  /// A word that should be a command but is unknown; suggests a similar command.
  package static func unknownCommand(_ word: String, among known: [String]) -> UsageError {
    UsageError(
      message: "Unknown command “\(word)”."
        + (Meant.nearest(to: word, in: known).map { " Did you mean “\($0)”?" } ?? ""))
  }

  /// The message, with where to read more.
  package func sentence(program: String = "standups") -> String {
    message + " See “\(([program] + path + ["--help"]).joined(separator: " "))”."
  }
}

extension UsageError: CustomStringConvertible {
  package var description: String { message }
}
