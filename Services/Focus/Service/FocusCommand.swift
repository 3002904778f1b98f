import Bus
import FocusAPI
import ServiceShell

/// A command of the focus service, after the checks that do not depend on the saved state.
enum FocusCommand: LaneCommand {
  case setTitle(Person, String)
  case start(Person, title: String?, durationMs: Int64?)
  case stop(Person)
  case get(Person)
  case items(Person?, after: String?, limit: Int)
  case item(FocusItem.ID)
  case delete(FocusItem.ID)
  case forget(Person)
  case timeUp(Person)
  case running(after: Person?, limit: Int)

  /// Serial queue of a command: the queue of a person, or of a recorded item.
  enum Lane: Hashable, Sendable {
    case person(Person)
    case item(FocusItem.ID)
  }

  var lane: Lane? {
    switch self {
    case .setTitle(let person, _), .start(let person, _, _), .stop(let person),
      .timeUp(let person), .forget(let person):
      .person(person)
    case .delete(let id): .item(id)
    case .get, .items, .item, .running: nil
    }
  }

  /// True if the reply is saved under the idempotency key. Other commands only read, or can be
  /// repeated safely.
  var keepsReply: Bool {
    switch self {
    case .setTitle, .start, .stop, .delete, .forget: true
    case .get, .items, .item, .timeUp, .running: false
    }
  }
}

extension FocusCommand {
  init(_ command: SetFocusTitle) throws(BusError) {
    self = .setTitle(try Person(command.person), try Self.checked(title: command.title))
  }

  init(_ command: StartFocus) throws(BusError) {
    if let ms = command.durationMs, !Focus.durationsMs.contains(ms) {
      throw BusError(
        .invalid, "Invalid durationMs \(ms); expected 1000 to 86400000 (24 hours).",
        detail: ["field": "durationMs"])
    }
    var title: String?
    if let given = command.title { title = try Self.checked(title: given) }
    self = .start(try Person(command.person), title: title, durationMs: command.durationMs)
  }

  /// Creates the command. Invalid names are accepted, too, because a saved document may have one.
  init(_ command: ForgetFocus) {
    let person = Person(id: command.person.precomposedStringWithCanonicalMapping)
    self = .forget(person.isValid ? person : Person(id: command.person))
  }

  init(_ command: ListFocusItems) throws(BusError) {
    var person: Person?
    if let name = command.person { person = try Person(name) }
    self = .items(
      person, after: command.after,
      limit: try PageLimit.checked(command.limit, default: 20))
  }

  init(_ command: GetRunningFocus) throws(BusError) {
    var after: Person?
    if let name = command.after { after = try Person(name) }
    let limit = try PageLimit.checked(command.limit, default: 1000)
    self = .running(after: after, limit: limit)
  }

  private static func checked(title: String) throws(BusError) -> String {
    guard Focus.isTitle(title) else {
      throw BusError(.invalid, SavedFocus.titleProblem, detail: ["field": "title"])
    }
    return title
  }
}
