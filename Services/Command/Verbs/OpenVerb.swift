import Links

/// The `standups open` command.
enum OpenVerb {
  static let link = Argument<String>.required(
    "LINK", help: "Deep link, such as standups:///standups/<id>.")

  static let verb = Verb(
    "open", summary: "Show the target of a deep link.",
    details: Features.all.compactMap(\.linksHelp).joined(separator: " ")
      + " In a browser, the same places have the same paths.",
    arguments: [link],
    examples: [
      .init("standups open standups:///", "All standups."),
      .init(
        "standups open 'standups:///search?q=database%20migration'", "Meetings that mention it."),
    ],
    json: "The output of the matching command: list, show, meetings show, live, focus status, …"
  ) { values, context in
    let place: Place
    do {
      place = try DeepLink(try values[link]).place
    } catch let error as DeepLinkError {
      throw Failure(.data, code: "invalid", DisplayText.safe(error.description))
    }
    guard let opening = Features.opening(place) else {
      throw Failure(.software, code: "internal", "No feature shows this place.")
    }
    try await opening.show(context)
  }
}
