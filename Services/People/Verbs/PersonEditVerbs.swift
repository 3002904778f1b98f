import Bus
import PeopleAPI

/// The `standups people edit` and `standups people identity` commands.
enum PersonEditVerbs {
  private static let name = Argument<String?>.option(
    "--name", placeholder: "NAME", help: "New name.")
  private static let email = Argument<String?>.option(
    "--email", placeholder: "ADDRESS", help: "New e-mail address; an empty string removes it.")
  private static let zone = Argument<String?>.option(
    "--zone", placeholder: "ZONE",
    help: "New time zone, such as Europe/Paris; an empty string removes it.")
  private static let isOperator = Argument<YesOrNo?>.option(
    "--operator", help: "Make the person an operator of the installation, or not.")

  static let edit = Verb(
    "edit", summary: "Change a person.",
    details: "Properties without an option stay as they are. “standups teams join” changes roles.",
    arguments: [PeopleVerb.person, name, email, zone, isOperator],
    examples: [
      .init("standups people edit Ann --email ann@example.com", "A new e-mail address."),
      .init("standups people edit Ann --zone ''", "Removes the time zone."),
      .init("standups people edit Ann --operator yes", "Makes Ann an operator."),
    ],
    json: PeopleVerb.json
  ) { values, context in
    var command = EditPerson(
      id: "", name: try values[name], email: try values[email], zone: try values[zone],
      isOperator: try values[isOperator].map { $0 == .yes })
    guard command != EditPerson(id: "") else {
      throw Failure.usage(
        "There is nothing to change. See “standups people edit --help” for the options.")
    }
    try await context.connected { connection in
      let finder = PeopleFinder(connection: connection)
      command.id = try await finder.person(try values[PeopleVerb.person]).id
      let person = try await connection.send(command)
      try context.show(person) { PersonText.lines(person, context) }
    }
  }

  // MARK: Identities

  private static let issuer = Argument<String>.required(
    "ISSUER",
    help: "Address of the OpenID provider, or “proxy” for a name from a reverse proxy.")
  private static let subject = Argument<String>.required(
    "SUBJECT", help: "The account at the issuer: the provider’s “sub”, or the proxy’s name.")

  static let identity = Verb(
    "identity", summary: "Add and remove the accounts with which a person signs in.",
    details:
      "A person has at most \(Person.maxIdentities) identities. No two persons can share one.",
    examples: [
      .init(
        "standups people identity add Ann https://login.example.com 248289761001",
        "An account at an OpenID provider."),
      .init("standups people identity add Ann proxy ann", "A name from a reverse proxy."),
    ],
    verbs: [addIdentity, removeIdentity])

  private static let addIdentity = Verb(
    "add", summary: "Let a person sign in with an account.",
    arguments: [PeopleVerb.person, issuer, subject],
    examples: [
      .init(
        "standups people identity add Ann https://login.example.com 248289761001",
        "The provider’s “iss” and “sub”.")
    ],
    json: PeopleVerb.json
  ) { values, context in
    let identity = try account(values)
    try await context.connected { connection in
      let finder = PeopleFinder(connection: connection)
      let found = try await finder.person(try values[PeopleVerb.person])
      let person = try await connection.send(AddIdentity(id: found.id, identity: identity))
      try context.show(person) {
        ["\(PersonText.name(person)) can sign in as \(PersonText.identity(identity))."]
      }
    }
  }

  private static let removeIdentity = Verb(
    "remove", summary: "Stop a person from signing in with an account.",
    arguments: [PeopleVerb.person, issuer, subject],
    examples: [
      .init("standups people identity remove Ann proxy ann", "A name from a reverse proxy.")
    ],
    json: PeopleVerb.json
  ) { values, context in
    let identity = try account(values)
    try await context.connected { connection in
      let finder = PeopleFinder(connection: connection)
      let found = try await finder.person(try values[PeopleVerb.person])
      let person = try await connection.send(RemoveIdentity(id: found.id, identity: identity))
      try context.show(person) {
        ["\(PersonText.name(person)) cannot sign in as \(PersonText.identity(identity))."]
      }
    }
  }

  private static func account(_ values: Values) throws -> Identity {
    Identity(issuer: try values[issuer], subject: try values[subject])
  }
}

/// The value of an option that turns a property on or off.
enum YesOrNo: String, CaseIterable, ArgumentValue {
  case yes, no
  static var placeholder: String { "yes|no" }
}
