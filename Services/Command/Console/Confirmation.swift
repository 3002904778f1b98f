/// A question before something is gone for good.
enum Confirmation {
  /// Asks on a terminal. Without one, only `--yes` will do.
  ///
  /// - Parameters:
  ///   - question: such as “delete standup “Design”?”.
  ///   - isGiven: whether `--yes` stood on the command line.
  /// - Returns: false for “nevermind”.
  static func ask(_ question: String, isGiven: Bool, _ context: CommandContext) throws -> Bool {
    if isGiven { return true }
    guard context.input.isTerminal, !context.globals.isJSON else {
      throw Failure.usage(
        "Cannot ask for confirmation without a terminal or with --json. Add --yes to confirm.")
    }
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

extension String {
  fileprivate func trimmingPrefix(_ prefix: Character) -> String {
    String(drop { $0 == prefix })
  }
}
