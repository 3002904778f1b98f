/// Confirmation before data is deleted permanently.
enum Confirmation {
  static let yes = Argument<Bool>.flag("--yes", "-y", help: "Do not ask for confirmation.")

  /// Asks for confirmation on a terminal. Requires `--yes` with `--json` or without a
  /// terminal.
  ///
  /// - Parameters:
  ///   - question: the question, such as “delete standup “Design”?”.
  ///   - isGiven: true if `--yes` was passed.
  /// - Returns: false if the user declined.
  static func ask(_ question: String, isGiven: Bool, _ context: CommandContext) throws -> Bool {
    if isGiven { return true }
    try check(isGiven: isGiven, context)
    while true {
      context.console.complain("\(question) (yes/no) ")
      switch context.input.line()?.trimmingPrefix(" ").lowercased() {
      case "yes", "y": return true
      case nil, "nevermind", "no", "n", "": return false
      default: context.console.note("Please answer yes or no.")
      }
    }
  }
}

extension Confirmation {
  /// Checks that a question can be asked, or need not be.
  ///
  /// - Throws: a usage error with `--json` or without a terminal, unless `--yes` was passed.
  static func check(isGiven: Bool, _ context: CommandContext) throws {
    guard isGiven || (context.input.isTerminal && !context.globals.isJSON) else {
      throw Failure.usage(
        "Cannot ask for confirmation without a terminal or with --json. Add --yes to confirm.")
    }
  }
}

extension String {
  fileprivate func trimmingPrefix(_ prefix: Character) -> String {
    String(drop { $0 == prefix })
  }
}
