import Bus
import Documents
import Foundation
import PeopleAPI
import TestSupport
import Testing

@testable import PeopleService

/// Persons and their identities.
@Suite struct PersonTests {
  private static let github = Identity(issuer: "https://github.com", subject: "ann")

  @Test func aPersonIsAddedEditedAndRemoved() async throws {
    try await withPeople { people in
      let ann = try await people.send(
        AddPerson(
          name: "Ann", email: "Ann@Example.com", zone: "Europe/Paris", isOperator: true,
          identities: [Self.github, Self.github]))
      #expect(
        ann
          == Person(
            id: ann.id, name: "Ann", email: "ann@example.com", zone: "Europe/Paris",
            isOperator: true, identities: [Self.github]))
      #expect(UUID(uuidString: ann.id) != nil && ann.id == ann.id.lowercased())
      let edited = try await people.send(
        EditPerson(
          id: ann.id.uppercased(), name: "Ann Lee", email: "", zone: "", isOperator: false))
      #expect(edited == Person(id: ann.id, name: "Ann Lee", identities: [Self.github]))
      #expect(try await people.send(GetPerson(id: ann.id)) == edited)
      _ = try await people.send(RemovePerson(id: ann.id))
      #expect(await people.code(GetPerson(id: ann.id)) == .notFound)
      #expect(await people.code(RemovePerson(id: ann.id)) == .notFound)
      #expect(await people.code(EditPerson(id: ann.id, name: "Eve")) == .notFound)
      #expect(people.store.documents("people").isEmpty)
      #expect(people.store.eventTypes == ["person.added", "person.edited", "person.removed"])
      #expect(people.store.state.withLock { $0.erased } == [Erasure(subject: ann.id)])
    }
  }

  /// The journal and subscribers need not know them.
  @Test func eventsContainNeitherNamesNorAddresses() async throws {
    try await withPeople { people in
      let ann = try await people.send(
        AddPerson(name: "Ann", email: "ann@example.com", identities: [Self.github]))
      _ = try await people.send(EditPerson(id: ann.id, name: "Ann Lee", isOperator: true))
      _ = try await people.send(RemoveIdentity(id: ann.id, identity: Self.github))
      let events = people.store.state.withLock { $0.events }
      #expect(events.map(\.labels.subject) == [ann.id, ann.id, ann.id])
      #expect(
        events.map { String(decoding: $0.data.bytes, as: UTF8.self) } == [
          #"{"id":"\#(ann.id)"}"#,
          #"{"changed":["name","isOperator"],"id":"\#(ann.id)","isOperator":true}"#,
          #"{"id":"\#(ann.id)","identities":0}"#,
        ])
    }
  }

  @Test func identitiesAreAddedAndRemovedOnce() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      for _ in 1...2 {
        let changed = try await people.send(AddIdentity(id: ann.id, identity: Self.github))
        #expect(changed.identities == [Self.github])
      }
      #expect(try await people.send(GetPerson(identity: Self.github)).id == ann.id)
      for _ in 1...2 {
        let changed = try await people.send(RemoveIdentity(id: ann.id, identity: Self.github))
        #expect(changed.identities.isEmpty)
      }
      #expect(await people.code(GetPerson(identity: Self.github)) == .notFound)
      #expect(
        people.store.eventTypes
          == ["person.added", "person.identitiesChanged", "person.identitiesChanged"])
    }
  }

  @Test func aPersonHasAtMost16Identities() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      for number in 1...Person.maxIdentities {
        _ = try await people.send(
          AddIdentity(id: ann.id, identity: Identity(issuer: "proxy", subject: "\(number)")))
      }
      #expect(await people.code(AddIdentity(id: ann.id, identity: Self.github)) == .conflict)
      let many = (0...Person.maxIdentities).map { Identity(issuer: "a", subject: "\($0)") }
      #expect(await people.code(AddPerson(name: "Bob", identities: many)) == .invalid)
    }
  }

  /// Otherwise one person could sign in as another.
  @Test func whatOnePersonHasNoOtherGets() async throws {
    try await withPeople { people in
      let ann = try await people.send(
        AddPerson(name: "Ann", email: "ann@example.com", identities: [Self.github]))
      let bob = try await people.add("Bob")
      #expect(await people.code(AddPerson(name: "Eve", email: "ANN@example.com")) == .conflict)
      #expect(await people.code(AddPerson(name: "Eve", identities: [Self.github])) == .conflict)
      #expect(await people.code(EditPerson(id: bob.id, email: "ann@example.com")) == .conflict)
      #expect(await people.code(AddIdentity(id: bob.id, identity: Self.github)) == .conflict)
      // Her own are accepted.
      _ = try await people.send(EditPerson(id: ann.id, name: "Ann Lee", email: "ann@example.com"))
      // Others may get values that she gives up.
      _ = try await people.send(EditPerson(id: ann.id, email: "lee@example.com"))
      _ = try await people.send(RemoveIdentity(id: ann.id, identity: Self.github))
      _ = try await people.send(EditPerson(id: bob.id, email: "ann@example.com"))
      _ = try await people.send(AddIdentity(id: bob.id, identity: Self.github))
      #expect(try await people.send(GetPerson(email: "Ann@example.com")).id == bob.id)
      #expect(try await people.send(GetPerson(identity: Self.github)).id == bob.id)
      _ = try await people.send(RemovePerson(id: bob.id))
      _ = try await people.send(AddIdentity(id: ann.id, identity: Self.github))
    }
  }

  /// An identity consists of two parts, and differs from an e-mail address.
  @Test func identitiesAreComparedByBothParts() async throws {
    try await withPeople { people in
      _ = try await people.send(
        AddPerson(
          name: "Ann", email: "ann@example.com",
          identities: [Identity(issuer: "ab", subject: "c")]))
      _ = try await people.send(
        AddPerson(
          name: "Bob",
          identities: [
            Identity(issuer: "a", subject: "bc"), Identity(issuer: "AB", subject: "c"),
            Identity(issuer: "email", subject: "ann@example.com"),
            // Two encodings of one letter.
            Identity(issuer: "proxy", subject: "caf\u{E9}"),
            Identity(issuer: "proxy", subject: "cafe\u{301}"),
          ]))
      #expect(try await people.send(ListPeople()).total == 2)
    }
  }

  @Test func aRepeatedCommandIsDoneOnce() async throws {
    try await withPeople { people in
      let command = AddPerson(name: "Ann", email: "ann@example.com")
      let ann = try await people.send(command, key: "add")
      #expect(try await people.send(command, key: "add") == ann)
      _ = try await people.send(RemovePerson(id: ann.id), key: "remove")
      _ = try await people.send(RemovePerson(id: ann.id), key: "remove")
      #expect(people.store.eventTypes == ["person.added", "person.removed"])
    }
  }

  @Test func exactlyOneReferenceIsExpected() async throws {
    try await withPeople { people in
      var command = GetPerson(id: UUID().uuidString)
      #expect(await people.code(command) == .notFound)
      command.email = "ann@example.com"
      #expect(await people.code(command) == .invalid)
      (command.id, command.email) = (nil, nil)
      #expect(await people.code(command) == .invalid)
      #expect(await people.code(GetPerson(email: "ann@example.com")) == .notFound)
      #expect(await people.code(GetPerson(id: "ann")) == .invalid)
    }
  }

  /// The store returns pages of two.
  @Test func theListIsInTheOrderOfAdding() async throws {
    try await withPeople { people in
      var added: [String] = []
      for name in ["Ann", "Bob", "Cem", "Dan", "Eve"] {
        added.append(try await people.add(name).id)
      }
      var listed: [Person] = []
      var after: String?
      repeat {
        let page = try await people.send(ListPeople(after: after))
        #expect(page.total == 5)
        listed += page.people
        after = page.next
      } while after != nil && listed.count < 10
      // Added at one time, they are sorted by their ids.
      #expect(listed.map(\.id) == added.sorted())
      #expect(await people.code(ListPeople(after: "x")) == .invalid)
      #expect(await people.code(ListPeople(limit: 0)) == .invalid)
      #expect(await people.code(ListPeople(limit: 1001)) == .invalid)
    }
  }

  @Test(arguments: [
    AddPerson(name: ""), AddPerson(name: " "), AddPerson(name: "\u{200B}"),
    AddPerson(name: "\u{3164}"), AddPerson(name: "Ann\u{202E}"), AddPerson(name: "\u{2066}Ann"),
    AddPerson(name: "a\nb"),
    AddPerson(name: String(repeating: "x", count: 65)), AddPerson(name: "Ann", email: "ann"),
    AddPerson(name: "Ann", email: "@example.com"), AddPerson(name: "Ann", email: "ann@"),
    AddPerson(name: "Ann", email: "a@b@c"), AddPerson(name: "Ann", email: "ä@example.com"),
    AddPerson(name: "Ann", email: "a b@example.com"),
    AddPerson(name: "Ann", email: String(repeating: "x", count: 250) + "@x.yz"),
    AddPerson(name: "Ann", zone: "Paris"), AddPerson(name: "Ann", zone: ""),
    AddPerson(name: "Ann", identities: [Identity(issuer: "", subject: "ann")]),
    AddPerson(name: "Ann", identities: [Identity(issuer: "proxy", subject: "a\nb")]),
    AddPerson(
      name: "Ann", identities: [Identity(issuer: "p", subject: String(repeating: "x", count: 257))]),
  ])
  func invalidValuesAreRejected(command: AddPerson) async throws {
    try await withPeople { people in
      #expect(await people.code(command) == .invalid)
      #expect(people.store.state.withLock { $0.commits } == 0)
    }
  }

  /// Otherwise one name would have two spellings.
  @Test func namesAreNormalized() async throws {
    try await withPeople { people in
      let rene = try await people.add("Rene\u{301}")
      #expect(Array(rene.name.utf8) == Array("Ren\u{E9}".utf8))
    }
  }
}
