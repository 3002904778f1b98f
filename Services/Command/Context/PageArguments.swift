/// Arguments and sentences of commands that list page by page.
enum PageArguments {
  static let after = Argument<String?>.option(
    "--after", placeholder: "NEXT",
    help: "Continue after the previous page: the “next” that it returned.")

  static func limit(_ things: String, fallback: Int) -> Argument<Int?> {
    .option("--limit", help: "Maximum number of \(things), 1 to 1000. Default: \(fallback).")
  }

  /// Explains how to print the next page.
  static func more(after next: String) -> String { "For more, add --after \(Shell.quote(next))." }
}
