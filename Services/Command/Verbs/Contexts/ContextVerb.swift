import Configuration
import Glibc

/// `standups context`
enum ContextVerb {
  static let verb = Verb(
    "context", summary: "Name routers, and say which one is meant.",
    details: """
      A context is a router with the key for it. “--context NAME” goes to it, whatever the environment says; \
      the one that is in use is meant where the environment names no router. They are in \
      $XDG_CONFIG_HOME/standups/contexts.json (~/.config unless told), which holds no secrets, but names the \
      files that do.
      """,
    examples: [
      .init(
        "standups context add prod tcp://router.example.org --key ann.key_secret",
        "A router elsewhere."),
      .init("standups context use prod", "From now on."),
      .init("standups list --context prod", "Only this time."),
    ],
    verbs: [add, list, use, remove])

  static let name = Argument<ContextName>.required(
    "NAME", completion: .contexts, help: "Its name.")
  static let used = Argument<String>.required(
    "NAME", completion: .contexts, help: "Its name; none for what the environment says.")
  static let router = Argument<String>.required(
    "ROUTER", completion: .file,
    help: "tcp://host, or the directory of the sockets of one machine.")

  static let add = Verb(
    "add", summary: "Add a context, or change it.",
    details:
      "--key and --router-key say how it is connected to; they are looked for where they usually"
      + " are unless told.",
    arguments: [name, router],
    examples: [
      .init(
        "standups context add prod tcp://router.example.org --key ann.key_secret",
        "The router’s public key is beside the own one."),
      .init("standups context add test /run/standups-test", "Another one on this machine."),
    ],
    json: "{“name”, “router”, “key”, “routerKey”, “isUsed”}"
  ) { values, context in
    let name = try values[name].text
    var all = try Contexts.read(context)
    guard all.contexts[name] != nil || all.contexts.count < Contexts.limits.contexts else {
      throw Failure.usage("There are \(Contexts.limits.contexts) contexts: remove one first.")
    }
    let place = try values[router]
    let entry = Contexts.Entry(
      router: place.hasPrefix("tcp://") ? place : context.path(place),
      key: context.globals.key.map { $0 == BusEnvironment.noKey ? $0 : context.path($0) },
      routerKey: context.globals.routerKey.map {
        BusEnvironment.routerKey($0) == nil ? context.path($0) : $0
      }
    )
    // What cannot be connected to is refused now and not later.
    _ = try BusEnvironment(
      entry.variables.merging(["HOME": context.environment["HOME"] ?? "/"]) { $1 },
      userID: getuid(), isTerminal: false)
    all.contexts[name] = entry
    try all.write(context)
    let output = Output(name, entry, all)
    try context.show(output) { ["\(name) is \(output.place)."] }
  }

  static let list = Verb(
    "list", summary: "List the contexts.",
    examples: [.init("standups context list", "The one in use has a star.")],
    json: "{“contexts”: [{“name”, “router”, “key”, “routerKey”, “isUsed”}]}"
  ) { _, context in
    let all = try Contexts.read(context)
    let outputs = all.contexts.sorted { $0.key < $1.key }.map { Output($0.key, $0.value, all) }
    try context.show(["contexts": outputs]) {
      guard !outputs.isEmpty else {
        return ["There are no contexts: “standups context add NAME ROUTER” makes one."]
      }
      var table = Table(header: ["", "NAME", "ROUTER", "KEY"], flexible: 3)
      table.rows = outputs.map {
        [
          $0.isUsed ? "*" : "", $0.name, DisplayText.safe($0.router),
          DisplayText.safe($0.key ?? ""),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let use = Verb(
    "use", summary: "Say which context is meant from now on.",
    details: "Where the environment names a router, that one is meant still.",
    arguments: [used],
    examples: [
      .init("standups context use prod", "The router elsewhere."),
      .init("standups context use none", "What the environment says, as without contexts."),
    ],
    json: "{“current”}"
  ) { values, context in
    let name = try values[used]
    var all = try Contexts.read(context)
    if name != Contexts.none { _ = try all.entry(name) }
    all.current = name == Contexts.none ? nil : name
    try all.write(context)
    try context.show(["current": all.current]) {
      [all.current.map { "\($0) is in use." } ?? "No context is in use."]
    }
    if let current = all.current {
      context.note(Contexts.override(context.environment, of: current))
    }
  }

  static let remove = Verb(
    "remove", summary: "Forget a context.",
    details: "Its key stays where it is.",
    arguments: [name],
    examples: [.init("standups context remove prod", "Its name is free again.")],
    json: "{“removed”}"
  ) { values, context in
    let name = try values[name].text
    var all = try Contexts.read(context)
    _ = try all.entry(name)
    all.contexts[name] = nil
    if all.current == name { all.current = nil }
    try all.write(context)
    try context.show(["removed": name]) { ["\(name) is forgotten."] }
  }

  /// A context as it is printed.
  struct Output: Codable, Hashable {
    var name: String
    var router: String
    var key: String?
    var routerKey: String?
    var isUsed: Bool

    init(_ name: String, _ entry: Contexts.Entry, _ all: Contexts) {
      self.name = name
      router = entry.router
      key = entry.key
      routerKey = entry.routerKey
      isUsed = all.current == name
    }

    var place: String {
      DisplayText.safe(router) + (key.map { ", with the key \(DisplayText.safe($0))" } ?? "")
    }
  }
}

/// The name of a context: a word that needs no quotes.
struct ContextName: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let isWord = argument.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.".utf8.contains($0)
    }
    guard isWord, (1...64).contains(argument.utf8.count), !argument.hasPrefix("-"),
      argument != Contexts.none
    else {
      throw UsageError(message: "is no name such as prod: letters, digits, “-”, “_” and “.”")
    }
    text = argument
  }
  static var placeholder: String { "NAME" }
}
