/// The command line cannot be understood; the sentence says why and what would be right.
struct UsageError: Error, Equatable {
  var message: String
  /// The command whose help explains more, such as `["meetings", "show"]`.
  var path: [String] = []

  /// The message, with where to read more.
  var sentence: String {
    message + " See “\((["standups"] + path + ["--help"]).joined(separator: " "))”."
  }
}
