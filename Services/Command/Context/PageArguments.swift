/// Arguments and sentences of commands that list page by page.
enum PageArguments {
  static let after = Argument<String?>.option(
    "--after", placeholder: "NEXT",
    help: "Position to continue from: the “next” of the previous page.")

  static func limit(_ things: String, fallback: Int) -> Argument<Int?> {
    .option("--limit", help: "Maximum number of \(things), 1 to 1000. Default: \(fallback).")
  }

  /// Explains how to print the next page.
  static func more(after next: String) -> String { "For more, add --after \(Shell.quote(next))." }
}
