import Standups

extension Place {
  /// Reads all steps of a link.
  init(reading steps: inout LinkSteps) throws(DeepLinkError) {
    guard let first = steps.next() else {
      self = .list
      return
    }
    switch first {
    case "alert": self = .listAlert(try steps.alert())
    case "standups":
      guard let step = steps.next() else {
        throw steps.error("expected “new” or the id of a standup after “standups”")
      }
      if step == "new" {
        try steps.end(after: step)
        self = .newStandup
      } else {
        self = try Self(under: try steps.id(step, of: "standup"), reading: &steps)
      }
    case "search":
      try steps.end(after: first)
      self = .search(try SearchQuery.read(steps))
    case "focus": self = .focus(try FocusPlace(reading: &steps))
    case "tokens":
      try steps.end(after: first)
      self = .tokens
    case "webhooks":
      try steps.end(after: first)
      self = .webhooks
    case "sessions":
      try steps.end(after: first)
      self = .sessions
    case "edit", "record", "meetings", "schedule", "settings", "history",
      "discarded":
      throw steps.error("“\(first)” needs a standup; expected /standups/<id>/\(first)")
    default:
      if let place = try PeoplePlace(first, reading: &steps) {
        self = .people(place)
      } else if let place = try BusPlace(first, reading: &steps) {
        self = .bus(place)
      } else {
        throw steps.error(
          "unknown place “\(first)”; expected “standups”, “search”, “focus”, “people”, “teams”,"
            + " “tokens”, “webhooks”, “sessions”, “system”, “health”, “services”, “bindings”,"
            + " “dead-letters”, “traces” or “alert”")
      }
    }
  }

  private init(
    under standup: Standup.ID, reading steps: inout LinkSteps
  ) throws(DeepLinkError) {
    guard let first = steps.next() else {
      self = .standup(standup)
      return
    }
    switch first {
    case "alert": self = .standupAlert(standup, try steps.alert())
    case "edit":
      try steps.end(after: first)
      self = .edit(standup)
    case "settings":
      try steps.end(after: first)
      self = .settings(standup)
    case "schedule":
      try steps.end(after: first)
      self = .schedule(standup)
    case "history":
      try steps.end(after: first)
      self = .history(standup)
    case "discarded":
      try steps.end(after: first)
      self = .discarded(standup)
    case "meetings":
      guard let meeting = steps.next() else {
        throw steps.error("expected the id of a meeting after “meetings”")
      }
      try steps.end(after: "the meeting")
      self = .meeting(standup, try steps.id(meeting, of: "meeting"))
    case "record":
      guard let next = steps.next() else {
        self = .record(standup)
        return
      }
      guard next == "alert" else {
        throw steps.error("expected “alert” after “record”, not “\(next)”")
      }
      self = .recordAlert(standup, try steps.alert())
    default:
      throw steps.error(
        "unknown place “\(first)” of a standup; expected “edit”, “settings”, “schedule”, “history”,"
          + " “discarded”, “meetings”, “record” or “alert”")
    }
  }

  /// The path of the place in a browser, with its query.
  var path: String {
    switch self {
    case .list: "/"
    case .listAlert(let name): "/alert/\(name.rawValue)"
    case .newStandup: "/standups/new"
    case .standup(let id): "/standups/\(id)"
    case .standupAlert(let id, let name): "/standups/\(id)/alert/\(name.rawValue)"
    case .edit(let id): "/standups/\(id)/edit"
    case .settings(let id): "/standups/\(id)/settings"
    case .schedule(let id): "/standups/\(id)/schedule"
    case .history(let id): "/standups/\(id)/history"
    case .discarded(let id): "/standups/\(id)/discarded"
    case .meeting(let id, let meeting): "/standups/\(id)/meetings/\(meeting)"
    case .record(let id): "/standups/\(id)/record"
    case .recordAlert(let id, let name): "/standups/\(id)/record/alert/\(name.rawValue)"
    case .search(let words): words.isEmpty ? "/search" : "/search?q=\(SearchQuery.encode(words))"
    case .focus(let place): place.path
    case .people(let place): place.path
    case .tokens: "/tokens"
    case .webhooks: "/webhooks"
    case .sessions: "/sessions"
    case .bus(let place): place.path
    }
  }
}
