/// Arguments and messages of commands that list results in pages.
enum PageArguments {
  static let after = Argument<String?>.option(
    "--after", placeholder: "NEXT",
    help: "Position to continue from: the “next” of the previous page.")

  static func limit(_ things: String, fallback: Int) -> Argument<Int?> {
    .option("--limit", help: "Maximum number of \(things), 1 to 1000. Default: \(fallback).")
  }

  /// A sentence that explains how to print the next page.
  static func more(after next: String) -> String { "For more, add --after \(Shell.quote(next))." }
}
