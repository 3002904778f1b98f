import StandupsConfiguration
import Glibc

/// The `standups context` command.
enum ContextVerb {
  static let verb = Verb(
    "context", summary: "Name routers, and choose the one to use.",
    details: """
      A context is a router and the key for it. “--context NAME” uses a context regardless of the environment. \
      The current context is used if the environment specifies no router. Contexts are stored in \
      $XDG_CONFIG_HOME/standups/contexts.json (default: ~/.config), which contains the paths of key files, but no \
      secrets.
      """,
    examples: [
      .init(
        "standups context add prod tcp://router.example.org --key ann.key_secret",
        "A router on another host."),
      .init("standups context use prod", "Uses it from now on."),
      .init("standups list --context prod", "Uses it for this command only."),
    ],
    verbs: [add, list, use, remove])

  static let name = Argument<ContextName>.required(
    "NAME", completion: .contexts, help: "Name of the context.")
  static let used = Argument<String>.required(
    "NAME", completion: .contexts, help: "Name of the context; “none” uses the environment only.")
  static let router = Argument<String>.required(
    "ROUTER", completion: .file,
    help: "Address of the router: tcp://host, or the directory of its local sockets.")

  static let add = Verb(
    "add", summary: "Add or change a context.",
    details:
      "--key and --router-key are saved with the context. Without them, the keys are looked up in"
      + " their default locations.",
    arguments: [name, router],
    examples: [
      .init(
        "standups context add prod tcp://router.example.org --key ann.key_secret",
        "With the router’s public key next to the secret key."),
      .init("standups context add test /run/standups-test", "A second router on this machine."),
    ],
    json: "{“name”, “router”, “key”, “routerKey”, “isUsed”}"
  ) { values, context in
    let name = try values[name].text
    var all = try Contexts.read(context)
    guard all.contexts[name] != nil || all.contexts.count < Contexts.limits.contexts else {
      throw Failure.usage(
        "The maximum of \(Contexts.limits.contexts) contexts has been reached. Remove one first.")
    }
    let place = try values[router]
    let entry = Contexts.Entry(
      router: place.hasPrefix("tcp://") ? place : context.path(place),
      key: context.globals.key.map { $0 == BusEnvironment.noKey ? $0 : context.path($0) },
      routerKey: context.globals.routerKey.map {
        BusEnvironment.routerKey($0) == nil ? context.path($0) : $0
      }
    )
    // Check the settings now, so that invalid ones are rejected before the first connection.
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
    examples: [.init("standups context list", "A star marks the current context.")],
    json: "{“contexts”: [{“name”, “router”, “key”, “routerKey”, “isUsed”}]}"
  ) { _, context in
    let all = try Contexts.read(context)
    let outputs = all.contexts.sorted { $0.key < $1.key }.map { Output($0.key, $0.value, all) }
    try context.show(["contexts": outputs]) {
      guard !outputs.isEmpty else {
        return ["No contexts yet. Add one with “standups context add NAME ROUTER”."]
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
    "use", summary: "Choose the context to use from now on.",
    details: "If the environment specifies a router, that router takes precedence.",
    arguments: [used],
    examples: [
      .init("standups context use prod", "Uses prod from now on."),
      .init("standups context use none", "Uses the environment only."),
    ],
    json: "{“current”}"
  ) { values, context in
    let name = try values[used]
    var all = try Contexts.read(context)
    if name != Contexts.none { _ = try all.entry(name) }
    all.current = name == Contexts.none ? nil : name
    try all.write(context)
    try context.show(["current": all.current]) {
      [all.current.map { "Now using \($0)." } ?? "No context in use."]
    }
    if let current = all.current {
      context.note(Contexts.override(context.environment, of: current))
    }
  }

  static let remove = Verb(
    "remove", summary: "Remove a context.",
    details: "Its key files are not deleted.",
    arguments: [name],
    examples: [.init("standups context remove prod", "Removes prod.")],
    json: "{“removed”}"
  ) { values, context in
    let name = try values[name].text
    var all = try Contexts.read(context)
    _ = try all.entry(name)
    all.contexts[name] = nil
    if all.current == name { all.current = nil }
    try all.write(context)
    try context.show(["removed": name]) { ["Removed \(name)."] }
  }

  /// The output for a context.
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

/// The name of a context: a word that needs no quotes in a shell.
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
      throw UsageError(
        message: "expected a name such as prod, of letters, digits, “-”, “_” and “.”")
    }
    text = argument
  }
  static var placeholder: String { "NAME" }
}
