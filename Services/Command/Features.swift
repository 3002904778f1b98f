import Links

/// Features that add to the command line. Only this list names all of them.
enum Features {
  /// The features, in the order of their commands in each group, and of their documents in reports
  /// about archives.
  static let all: [FeatureVerbs] = [
    .standups, .schedule, .transcription, .webhooks, .bridge, .focus, .people, .gateway,
    .persistence, .archive, .router, .cells, .assistant,
  ]

  /// The commands in a group of the help page.
  static func commands(in group: CommandGroup) -> [Verb] {
    all.flatMap { $0.commands[group] ?? [] }
  }

  /// Returns the code that shows a place; nil if no feature does.
  static func opening(_ place: Place) -> Opening? {
    for feature in all {
      if let opening = feature.opens(place) { return opening }
    }
    return nil
  }

  /// The collections of documents in archives.
  static let archived = all.flatMap(\.archived)

  /// The data about people that features store.
  static let personalData = all.compactMap(\.forgets)
}
