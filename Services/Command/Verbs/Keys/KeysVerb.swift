import Bus
import CommandLineKit
import Connecting
import Foundation

/// The `standups keys` command.
enum KeysVerb {
  static let verb = Verb(
    "keys", summary: "Create, list, rotate and revoke keys for the bus.",
    details: """
      With keys, traffic on the network is encrypted, and the role of a client’s key decides what the client may do: \
      “operator” may do everything, “observer” may follow and read, “loadtest” may load-test the timer, \
      “service:NAME” may act as that service, “person:ID” may do what the roles of that person in teams permit, and \
      “team:ID:ROLE” may do what an observer, member or admin of that team may. The router notices changes within a \
      second, without a restart.

      Each owner has a directory with all they need: NAME.key_secret, which must stay private, and router.key. \
      The directory “router” holds the router’s own key and the keys that it knows; set STANDUPS_KEYS to that \
      directory. Other programs set STANDUPS_KEY to their NAME.key_secret.
      """,
    examples: [
      .init("standups keys init --directory /etc/standups/keys", "All keys of an installation."),
      .init(
        "standups keys add ann --role person:8493be2e-ab62-49d5-86aa-129318b632d0",
        "A key for a person, whose id “standups people” shows."),
      .init("standups keys add ci --role team:web:member", "A key for a tool of the team web."),
      .init("standups keys revoke ann", "Revokes it immediately."),
    ],
    verbs: [initialize, add, list, show, rotate, revoke])

  static let directory = Argument<String?>.option(
    "--directory", "-d", placeholder: "DIR", completion: .file,
    help:
      "Directory of all keys. Default: the parent of $STANDUPS_KEYS, or else ~/.config/standups/keys."
  )
  static let name = Argument<KeyName>.required("NAME", help: "Name of the key’s owner.")
  static let which = Argument<String>.required(
    "KEY", help: "Name of an owner, for all their keys, or the start of a fingerprint.")
  static let maybe = Argument<String?>.optional(
    "KEY", help: "Name or fingerprint. Default: the router’s key.")
  static let role = Argument<KeyRoles?>.option(
    "--role", help: "Role of the key: \(Role.forms).")
  static let publicKey = Argument<String?>.option(
    "--public", placeholder: "FILE", completion: .file,
    help: "Public certificate of the owner; with it, no secret key is created.")

  static func store(_ values: Values, _ context: CommandContext) throws -> KeyStore {
    if let given = try values[directory] { return KeyStore(context.path(given)) }
    if let keys = context.environment["STANDUPS_KEYS"], !keys.isEmpty {
      return KeyStore(ofRouter: context.path(keys))
    }
    let xdg = context.environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = context.environment["HOME"].map { $0 + "/.config" }
    guard let settings = xdg ?? home else {
      throw Failure.usage(
        "--directory DIR is missing, and neither STANDUPS_KEYS nor HOME is set.")
    }
    return KeyStore(settings + "/standups/keys")
  }

  static let initialize = Verb(
    "init", summary: "Create missing keys: the router’s, and one per service and role.",
    details: "Existing keys are not changed, so you can run this command at every start.",
    arguments: [directory],
    examples: [
      .init("standups keys init --directory ./keys", "A directory for every service and role.")
    ],
    json: "{“directory”, “keys”: [{“name”, “state”: “made”, “kept” or “unknown”, “fingerprint”,"
      + " “file”}]}"
  ) { values, context in
    let store = try store(values, context)
    let places = try store.complete()
    let result = Completed(directory: store.root, keys: places)
    try context.show(result) {
      var table = Table(header: ["NAME", "KEY", "FINGERPRINT", "FILE"], flexible: 3)
      table.rows = places.map {
        [$0.name, $0.state.rawValue, $0.fingerprint, DisplayText.safe($0.file)]
      }
      return table.lines(width: nil, ink: context.console.ink) + [
        "For the router: STANDUPS_KEYS=\(Shell.quote(store.directory.path))",
        "For the others: STANDUPS_KEY=\(Shell.quote("\(store.root)/NAME/NAME.key_secret"))",
      ]
    }
    for place in places where place.state == .unknown {
      context.console.note(
        "The router does not know the key in \(DisplayText.safe(place.file)). Remove the file and run"
          + " this command again to create a new key.")
    }
  }

  struct Completed: Codable {
    var directory: String
    var keys: [KeyStore.Place]
  }

  static let add = Verb(
    "add", summary: "Create a key for an owner, or register an existing one.",
    details:
      "The secret key is in the directory NAME. Hand the directory to its owner and delete it here."
      + " An owner who already has a key, for example from Python’s zmq.auth, only has to give you the"
      + " public certificate.",
    arguments: [name, role, publicKey, directory],
    examples: [
      .init("standups keys add deploy --role operator", "A tool that may do everything."),
      .init("standups keys add wall --role observer --public wall.key", "A key created elsewhere."),
      .init("standups keys add timer-b --role service:timer", "A timer on another host."),
      .init(
        "standups keys add ci --role team:web:member,team:ops:observer",
        "A tool that runs the standups of one team and reads those of another."),
    ], json: KeyOutput.json
  ) { values, context in
    let store = try store(values, context)
    let name = try values[name].text
    guard let roles = try values[role]?.roles else {
      throw Failure.usage(
        "--role is missing; expected \(Role.forms).")
    }
    guard name != KeyDirectory.router,
      try !store.entries(context).contains(where: { $0.name == name })
    else {
      throw Failure(
        .cannotCreate, code: "exists",
        "A key named “\(name)” already exists. Replace it with “standups keys rotate \(name)”.")
    }
    let entry: KeyDirectory.Entry
    if let file = try values[publicKey] {
      let key = try KeyFile.read(context.path(file)).publicKey
      if let twin = try store.entries(context).first(where: { $0.key == key }) {
        throw Failure(
          .cannotCreate, code: "exists", "The router already knows this key as “\(twin.name)”.")
      }
      entry = try store.allow(name, roles, key, file: store.free(name, key))
    } else {
      entry = try store.make(name, roles, file: { store.free(name, $0) })
    }
    try KeyOutput(entry, store).show(context) {
      $0.secretFile.map {
        ["Created \(DisplayText.safe($0)).", "The router will accept the key within a second."]
      } ?? ["The router will accept the key within a second."]
    }
  }

  static let list = Verb(
    "list", summary: "List the keys that the router knows.", arguments: [directory],
    examples: [.init("standups keys list", "Owners and roles.")],
    json: "{“keys”: [\(KeyOutput.json)]}"
  ) { values, context in
    let store = try store(values, context)
    let entries = try store.entries(context)
    try context.show(["keys": entries.map { KeyOutput($0, store) }]) {
      var table = Table(header: ["NAME", "ROLE", "FINGERPRINT", "FILE"], flexible: 3)
      table.rows = entries.map {
        [
          DisplayText.safe($0.name), Role.text($0.roles), $0.key.fingerprint,
          DisplayText.safe($0.file),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let show = Verb(
    "show", summary: "Show a public key, its role and its files.",
    arguments: [maybe, directory],
    examples: [
      .init("standups keys show", "The router’s key, for STANDUPS_ROUTER_KEY."),
      .init("standups keys show ann", "Ann’s key."),
    ], json: "{“keys”: [\(KeyOutput.json)]}"
  ) { values, context in
    let store = try store(values, context)
    let outputs: [KeyOutput]
    if let which = try values[maybe], which != KeyDirectory.router {
      outputs = try store.find(which, store.entries(context)).map { KeyOutput($0, store) }
    } else {
      outputs = [KeyOutput(router: try store.routerKeys().publicKey, store)]
    }
    try context.show(["keys": outputs]) { outputs.flatMap(\.lines) }
  }

  static let rotate = Verb(
    "rotate", summary: "Create a new key for an owner, while the old one stays valid.",
    details:
      "Give the owner the new secret key. Once it is in use, revoke the old key by its fingerprint. A"
      + " program whose key is revoked reads its key file again before it gives up, so it need not be"
      + " restarted if the file was replaced in place.",
    arguments: [name, directory],
    examples: [.init("standups keys rotate timer", "A second key for the timer service.")],
    json: "{“new”: \(KeyOutput.json), “old”: [\(KeyOutput.json)]}"
  ) { values, context in
    let store = try store(values, context)
    let name = try values[name].text
    let entries = try store.entries(context)
    let old = entries.filter { $0.name == name }.map { KeyOutput($0, store) }
    let entry = try store.rotate(name, entries)
    let result = Rotated(new: KeyOutput(entry, store), old: old)
    try context.show(result) {
      ["Created the key \(entry.key.fingerprint) in \(DisplayText.safe(store.secretFile(name)))."]
        + old.map { "Once it is in use, run: standups keys revoke \($0.fingerprint)" }
    }
  }

  struct Rotated: Codable {
    var new: KeyOutput
    var old: [KeyOutput]
  }

  static let revoke = Verb(
    "revoke", summary: "Revoke a key; its users are disconnected within a second.",
    arguments: [which, directory],
    examples: [
      .init("standups keys revoke ann", "All of Ann’s keys."),
      .init("standups keys revoke 3f9a01c2", "One key, such as the old one after a rotation."),
    ], json: "{“keys”: [\(KeyOutput.json)]}"
  ) { values, context in
    let store = try store(values, context)
    let which = try values[which]
    guard which != KeyDirectory.router else {
      throw Failure.usage(
        "The router’s own key cannot be revoked. “standups keys rotate router” explains how to replace it."
      )
    }
    let entries = try store.find(which, store.entries(context))
    let outputs = entries.map { KeyOutput($0, store) }
    try store.revoke(entries)
    try context.show(["keys": outputs]) {
      outputs.map { "Revoked \(DisplayText.safe($0.name)) (\($0.fingerprint))." }
    }
  }
}
