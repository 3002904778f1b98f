import Bus
import CommandLineKit
import Connecting
import Foundation

/// `standups keys`
enum KeysVerb {
  static let verb = Verb(
    "keys", summary: "Make, list, rotate and revoke the keys of the bus.",
    details: """
      With keys, what crosses the network is encrypted, and everybody may do what their key's role says: \
      “operator” everything, “observer” follow and read, “loadtest” load the timer, “service:NAME” be that service. \
      The router sees what changes within a second; it need not be restarted.

      Each owner has a folder with all that it needs: NAME.key_secret, which nobody else may have, and \
      router.key. The folder “router” holds the router's own key and the keys that it knows; set \
      STANDUPS_KEYS to it. Others set STANDUPS_KEY to their NAME.key_secret.
      """,
    examples: [
      .init("standups keys init --directory /etc/standups/keys", "All that an installation needs."),
      .init("standups keys add ann --role operator", "A key for a person."),
      .init("standups keys revoke ann", "Takes it away, at once."),
    ],
    verbs: [initialize, add, list, show, rotate, revoke])

  static let directory = Argument<String?>.option(
    "--directory", "-d", placeholder: "DIR", completion: .file,
    help: "Where the folders are; around $STANDUPS_KEYS unless told, else in the user’s settings.")
  static let name = Argument<KeyName>.required("NAME", help: "Whose key it is.")
  static let which = Argument<String>.required(
    "KEY", help: "A name, which is all its keys, or the beginning of a fingerprint.")
  static let maybe = Argument<String?>.optional(
    "KEY", help: "A name or a fingerprint; the router’s key unless told.")
  static let role = Argument<KeyRoles?>.option(
    "--role", help: "What the key may do: operator, observer, loadtest, service:NAME.")
  static let publicKey = Argument<String?>.option(
    "--public", placeholder: "FILE", completion: .file,
    help: "The owner’s own public certificate; then no secret is made here.")

  static func store(_ values: Values, _ context: CommandContext) throws -> KeyStore {
    if let given = try values[directory] { return KeyStore(context.path(given)) }
    if let keys = context.environment["STANDUPS_KEYS"], !keys.isEmpty {
      return KeyStore(ofRouter: context.path(keys))
    }
    let xdg = context.environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = context.environment["HOME"].map { $0 + "/.config" }
    guard let settings = xdg ?? home else {
      throw Failure.usage("Where are the keys? Say --directory DIR.")
    }
    return KeyStore(settings + "/standups/keys")
  }

  static let initialize = Verb(
    "init", summary: "Make what is missing: the router’s key, and one for each service and role.",
    details: "Nothing that is there is changed, so it may be said again at each start.",
    arguments: [directory],
    examples: [
      .init("standups keys init --directory ./keys", "Folders for every service and role.")
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
        "The router: STANDUPS_KEYS=\(Shell.quote(store.directory.path))",
        "The others: STANDUPS_KEY=\(Shell.quote("\(store.root)/NAME/NAME.key_secret"))",
      ]
    }
    for place in places where place.state == .unknown {
      context.console.note(
        "The router does not know the key in \(DisplayText.safe(place.file)): remove it to have a new one"
          + " made.")
    }
  }

  struct Completed: Codable {
    var directory: String
    var keys: [KeyStore.Place]
  }

  static let add = Verb(
    "add", summary: "Make a key for somebody, or let the router know one.",
    details: "The secret is in the folder NAME; hand the folder to its owner, and delete it here."
      + " Somebody who has a key already, from Python’s zmq.auth for example, only needs to give you the"
      + " public certificate.",
    arguments: [name, role, publicKey, directory],
    examples: [
      .init("standups keys add ann --role operator", "A person who runs meetings."),
      .init("standups keys add wall --role observer --public wall.key", "A key made elsewhere."),
      .init("standups keys add timer-b --role service:timer", "A timer on another host."),
    ], json: KeyOutput.json
  ) { values, context in
    let store = try store(values, context)
    let name = try values[name].text
    guard let roles = try values[role]?.roles else {
      throw Failure.usage(
        "What may the key do? Say --role operator, observer, loadtest or service:NAME.")
    }
    guard name != KeyDirectory.router,
      try !store.entries(context).contains(where: { $0.name == name })
    else {
      throw Failure(
        .cannotCreate, code: "exists",
        "There is a key “\(name)”: “standups keys rotate \(name)” replaces it.")
    }
    let entry: KeyDirectory.Entry
    if let file = try values[publicKey] {
      let key = try KeyFile.read(context.path(file)).publicKey
      if let twin = try store.entries(context).first(where: { $0.key == key }) {
        throw Failure(
          .cannotCreate, code: "exists", "The router knows this key already, as “\(twin.name)”.")
      }
      entry = try store.allow(name, roles, key, file: store.free(name, key))
    } else {
      entry = try store.make(name, roles, file: { store.free(name, $0) })
    }
    try KeyOutput(entry, store).show(context) {
      $0.secretFile.map {
        ["Made \(DisplayText.safe($0)).", "The router lets it in within a second."]
      } ?? ["The router lets it in within a second."]
    }
  }

  static let list = Verb(
    "list", summary: "List the keys that the router knows.", arguments: [directory],
    examples: [.init("standups keys list", "Whose they are, and what they may do.")],
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
    "show", summary: "Show a public key, and how its owner is told of it.",
    arguments: [maybe, directory],
    examples: [
      .init("standups keys show", "The router’s key, for STANDUPS_ROUTER_KEY."),
      .init("standups keys show ann", "Somebody’s."),
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
    "rotate", summary: "Make a new key for somebody, while the old one stays valid.",
    details:
      "Give the owner the new secret; when it is used, revoke the old key by its fingerprint. A"
      + " program whose key is revoked reads its file again before it gives up, so where the file has been"
      + " replaced in its place nothing need be restarted.",
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
      ["The new key is \(entry.key.fingerprint), in \(DisplayText.safe(store.secretFile(name)))."]
        + old.map { "When it is used: standups keys revoke \($0.fingerprint)" }
    }
  }

  struct Rotated: Codable {
    var new: KeyOutput
    var old: [KeyOutput]
  }

  static let revoke = Verb(
    "revoke", summary: "Take a key away; who uses it is cut off within a second.",
    arguments: [which, directory],
    examples: [
      .init("standups keys revoke ann", "All keys of somebody."),
      .init("standups keys revoke 3f9a01c2", "One of them, such as the one before a rotation."),
    ], json: "{“keys”: [\(KeyOutput.json)]}"
  ) { values, context in
    let store = try store(values, context)
    let which = try values[which]
    guard which != KeyDirectory.router else {
      throw Failure.usage(
        "The router’s own key is not among those that it knows: “standups keys rotate router” says how to replace it."
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
