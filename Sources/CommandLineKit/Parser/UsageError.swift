/// An invalid command line; the message gives the reason and the expected form.
package struct UsageError: ExitCoded, Equatable {
  package var message: String
  /// The command whose help page has the details, such as `["meetings", "show"]`.
  package var path: [String] = []

  package var exitCode: ExitCode { .usage }

  package init(message: String, path: [String] = []) {
    self.message = message
    self.path = path
  }

  /// Returns an error for an unknown command, with a suggestion if a similar command exists.
  package static func unknownCommand(_ word: String, among known: [String]) -> UsageError {
    UsageError(
      message: "Unknown command “\(word)”."
        + (Meant.nearest(to: word, in: known).map { " Did you mean “\($0)”?" } ?? ""))
  }

  /// Returns the message, followed by a reference to the help page.
  package func sentence(program: String = "standups") -> String {
    message + " See “\(([program] + path + ["--help"]).joined(separator: " "))”."
  }
}

extension UsageError: CustomStringConvertible {
  package var description: String { message }
}
