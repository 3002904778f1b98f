import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell
import TestSupport
import Testing

@testable import PeopleService

/// Consents to the recognition of voices, and the prints that meetings learn.
@Suite struct VoiceConsentTests {
  private static let print = Data(repeating: 7, count: 545).base64EncodedString()
  private static let other = Data(repeating: 8, count: 545).base64EncodedString()
  private static let ms = Int64(PeopleFixture.date.timeIntervalSince1970 * 1000)
  private static let dayMs: Int64 = 86_400_000

  private static func actor(_ person: Person) -> String { "person/\(person.id)" }

  private static func stored(_ people: PeopleFixture) throws -> [SavedVoice] {
    try people.store.documents(SavedVoice.collection).map { try $0.value(as: SavedVoice.self) }
  }

  /// Adds a person who has agreed.
  private static func agreed(
    _ people: PeopleFixture, _ name: String = "Ann"
  ) async throws -> (person: Person, actor: String, consent: String) {
    let person = try await people.add(name)
    let actor = actor(person)
    _ = try await people.send(AgreeToVoice(), by: actor)
    let voices = try await people.send(GetVoices(people: [person.id])).voices
    return (person, actor, try #require(voices.first).consent)
  }

  private static func learned(
    _ person: Person, _ consent: String, _ print: String? = print, ms: Int64 = 60_000
  ) -> KeepVoices {
    KeepVoices(voices: [
      LearnedVoice(person: person.id, consent: consent, print: print, learnedMs: ms)
    ])
  }

  // MARK: The person

  @Test func aPersonAgreesReadsAndWithdraws() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      let actor = Self.actor(ann)
      #expect(try await people.send(GetOwnVoice(), by: actor) == OwnVoice())
      let agreed = OwnVoice(agreedAt: PeopleFixture.date)
      #expect(try await people.send(AgreeToVoice(), by: actor) == agreed)
      let consent = try #require(
        try await people.send(GetVoices(people: [ann.id])).voices.first?.consent)
      people.date.withLock { $0 += 60 }
      _ = try await people.send(Self.learned(ann, consent))
      #expect(
        try await people.send(GetOwnVoice(), by: actor)
          == OwnVoice(
            agreedAt: PeopleFixture.date, hasPrint: true, learnedMs: 60_000,
            lastUsedAt: PeopleFixture.date + 60))
      #expect(try await people.send(WithdrawVoice(), by: actor) == OwnVoice())
      #expect(try await people.send(GetOwnVoice(), by: actor) == OwnVoice())
      #expect(try Self.stored(people).isEmpty)
      #expect(people.store.state.withLock { $0.erased } == [.removed])
      // No event says that a person has agreed.
      #expect(people.store.eventTypes == ["person.added"])
    }
  }

  @Test(arguments: [nil, "tool/ci", "token/00000000-0000-0000-0000-000000000001", "person/ann"])
  func onlyAPersonDecides(_ actor: String?) async throws {
    try await withPeople { people in
      _ = try await people.add("Ann")
      #expect(await people.code(AgreeToVoice(), by: actor) == .denied)
      #expect(await people.code(WithdrawVoice(), by: actor) == .denied)
      #expect(await people.code(GetOwnVoice(), by: actor) == .denied)
      #expect(try Self.stored(people).isEmpty)
    }
  }

  @Test func aPersonWhoIsGoneCannotAgree() async throws {
    try await withPeople { people in
      let (ann, actor, _) = try await Self.agreed(people)
      _ = try await people.send(RemovePerson(id: ann.id))
      #expect(try Self.stored(people).isEmpty)
      #expect(await people.code(AgreeToVoice(), by: actor) == .notFound)
      #expect(try await people.send(WithdrawVoice(), by: actor) == OwnVoice())
    }
  }

  @Test func agreeingAgainChangesNothing() async throws {
    try await withPeople { people in
      let (_, actor, consent) = try await Self.agreed(people)
      people.date.withLock { $0 += 60 }
      for key in [nil, "k"] {
        let again = try await people.send(AgreeToVoice(), key: key, by: actor)
        #expect(again == OwnVoice(agreedAt: PeopleFixture.date))
      }
      #expect(try Self.stored(people).map(\.consent) == [consent])
    }
  }

  /// A client may repeat the command after it lost the reply, when the person has withdrawn elsewhere.
  @Test func aRepeatedConsentDoesNotUndoTheWithdrawal() async throws {
    try await withPeople { people in
      let actor = Self.actor(try await people.add("Ann"))
      let first = try await people.send(AgreeToVoice(), key: "k", by: actor)
      _ = try await people.send(WithdrawVoice(), key: "w", by: actor)
      #expect(try await people.send(AgreeToVoice(), key: "k", by: actor) == first)
      #expect(try Self.stored(people).isEmpty)
      #expect(try await people.send(GetOwnVoice(), by: actor) == OwnVoice())
    }
  }

  /// An earlier withdrawal may have been saved without reaching the meetings.
  @Test func everyWithdrawalReachesTheMeetings() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      _ = try await people.send(WithdrawVoice(), by: Self.actor(ann))
      #expect(people.store.state.withLock { $0.erased } == [.removed])
    }
  }

  /// Two clients may choose the same key.
  @Test func aKeyOfOnePersonIsNotThatOfAnother() async throws {
    try await withPeople { people in
      let ann = Self.actor(try await people.add("Ann"))
      let bob = Self.actor(try await people.add("Bob"))
      _ = try await people.send(AgreeToVoice(), key: "k", by: ann)
      people.date.withLock { $0 += 60 }
      let agreed = try await people.send(AgreeToVoice(), key: "k", by: bob)
      #expect(agreed == OwnVoice(agreedAt: PeopleFixture.date + 60))
      #expect(try Self.stored(people).count == 2)
    }
  }

  // MARK: Prints

  @Test func printsAreThoseOfPersonsWhoAgreed() async throws {
    try await withPeople { people in
      let (ann, _, consent) = try await Self.agreed(people)
      let (bob, _, other) = try await Self.agreed(people, "Bob")
      let cy = try await people.add("Cy")
      _ = try await people.send(Self.learned(ann, consent))
      let ids = [cy.id, bob.id.uppercased(), UUID().uuidString, ann.id, bob.id]
      #expect(
        try await people.send(GetVoices(people: ids)).voices == [
          PersonVoice(person: bob.id, consent: other),
          PersonVoice(person: ann.id, consent: consent, print: Self.print),
        ])
    }
  }

  /// The meeting began before the person withdrew and agreed again.
  @Test func aPrintOfAnEarlierConsentIsIgnored() async throws {
    try await withPeople { people in
      let (ann, actor, consent) = try await Self.agreed(people)
      _ = try await people.send(WithdrawVoice(), by: actor)
      _ = try await people.send(Self.learned(ann, consent))
      #expect(try Self.stored(people).isEmpty)
      _ = try await people.send(AgreeToVoice(), by: actor)
      _ = try await people.send(Self.learned(ann, consent))
      #expect(try Self.stored(people).map(\.print) == [nil])
    }
  }

  @Test func allVoicesOfAMeetingAreKept() async throws {
    try await withPeople { people in
      let (ann, _, first) = try await Self.agreed(people)
      let (bob, _, second) = try await Self.agreed(people, "Bob")
      let voices = [
        LearnedVoice(person: ann.id, consent: first, print: Self.print, learnedMs: 1),
        LearnedVoice(person: bob.id.uppercased(), consent: second, print: Self.other, learnedMs: 2),
      ]
      _ = try await people.send(KeepVoices(voices: voices))
      let kept = try await people.send(GetVoices(people: [ann.id, bob.id])).voices
      #expect(kept.map(\.print) == [Self.print, Self.other])
      #expect(try await people.send(GetOwnVoice(), by: Self.actor(bob)).learnedMs == 2)
    }
  }

  /// Otherwise each meeting would write the print again.
  @Test func aUseWithoutANewPrintIsRecordedOnceADay() async throws {
    try await withPeople { people in
      let (ann, _, consent) = try await Self.agreed(people)
      _ = try await people.send(Self.learned(ann, consent))
      func used(afterDays days: Double) async throws -> Int64? {
        people.date.withLock { $0 = PeopleFixture.date + days * 86_400 }
        _ = try await people.send(Self.learned(ann, consent, nil, ms: 0))
        let stored = try Self.stored(people)
        #expect(stored.map(\.print) == [Self.print] && stored.map(\.learnedMs) == [60_000])
        return stored.first?.usedMs
      }
      #expect(try await used(afterDays: 0.9) == Self.ms)
      #expect(try await used(afterDays: 1) == Self.ms + Self.dayMs)
      // The clock was ahead.
      #expect(try await used(afterDays: 0.5) == Self.ms + Self.dayMs / 2)
    }
  }

  @Test(arguments: [
    "", "AAA", "AAA=A===", "A===", "AAA!", "ÄÄÄÄ", String(repeating: "A", count: 2052),
  ])
  func anInvalidPrintIsRejectedAndNotQuoted(_ print: String) async throws {
    try await withPeople { people in
      let (ann, _, consent) = try await Self.agreed(people)
      let error = await #expect(throws: BusError.self) {
        _ = try await people.send(Self.learned(ann, consent, print))
      }
      #expect(error?.code == .invalid && error?.message == VoicePrintRules.problem)
      #expect(try Self.stored(people).map(\.print) == [nil])
    }
  }

  @Test func thePrintsOfOneCommandAreLimited() async throws {
    try await withPeople { people in
      let (ann, _, consent) = try await Self.agreed(people)
      let one = LearnedVoice(person: ann.id, consent: consent, print: Self.print)
      #expect(await people.code(KeepVoices(voices: [one, one])) == .invalid)
      var long = one
      long.learnedMs = VoicePrintRules.maxLearnedMs + 1
      #expect(await people.code(KeepVoices(voices: [long])) == .invalid)
      let ids = (0...GetVoices.maxPeople).map { UUID(number: UInt32($0)).lowercaseText }
      let many = ids.map { LearnedVoice(person: $0, consent: consent) }
      #expect(await people.code(KeepVoices(voices: many)) == .invalid)
      #expect(await people.code(KeepVoices(voices: Array(many.dropLast()))) == nil)
      #expect(await people.code(GetVoices(people: ids)) == .invalid)
      #expect(await people.code(GetVoices(people: ["ann"])) == .invalid)
      #expect(try await people.send(GetVoices(people: ids.dropLast())).voices.isEmpty)
    }
  }

  /// The reply to the withdrawal is lost, so that it is written again later.
  @Test func aPrintIsNotKeptWhileTheConsentIsBeingWithdrawn() throws {
    var scenario = PeopleScenario()
    scenario.state.voices.isChecked = true
    let ann = Person(id: UUID(number: 1).lowercaseText, name: "Ann")
    scenario.state.saved.put(ann, replacing: nil)
    let consent = UUID(number: 2).lowercaseText
    let saved = SavedVoice(consent: consent, agreedMs: Self.ms, epoch: PeopleFixture.epoch)
    scenario.state.voices.put(saved, of: ann.id)
    let withdrawal = try #require(
      PeopleScenario.commit(scenario.receive(1, .withdrawVoice(ann.id))))
    let learned = LearnedVoice(person: ann.id, consent: consent, print: Self.print)
    #expect(scenario.receive(2, .keepVoices([learned])).isEmpty)
    _ = scenario.send(.committed(withdrawal, .failure(BusError(.unavailable, "Lost."))))
    #expect(PeopleScenario.commit(scenario.send(.retryCommit(withdrawal))) == withdrawal)
    let effects = scenario.send(.committed(withdrawal, .success(CommitOutcome())))
    // Both are answered, and nothing is saved.
    #expect(
      effects.count == 2
        && effects.allSatisfy { if case .common(.reply(_, .success)) = $0 { true } else { false } })
    #expect(scenario.state.isAtRest && scenario.state.voices == Self.empty)
  }

  private static let empty = {
    var voices = Voices()
    voices.isChecked = true
    return voices
  }()

  // MARK: Erasing

  /// The clock of the machine moves, and the alarm looks at it.
  @Test func after90DaysWithoutUseTheConsentIsErased() async throws {
    try await withPeople { people in
      let (ann, actor, consent) = try await Self.agreed(people)
      _ = try await people.send(Self.learned(ann, consent))
      let kept = Double(VoicePrintRules.keptDays) * 86_400
      people.date.withLock { $0 += kept - 1 }
      #expect(try await people.send(GetVoices(people: [ann.id])).voices.count == 1)
      people.date.withLock { $0 += 1 }
      // Not used any more, even before it is erased.
      #expect(try await people.send(GetOwnVoice(), by: actor) == OwnVoice())
      try await waitUntil("the consent is erased") {
        people.sleeper.advance(by: .seconds(3600))
        return people.store.documents(SavedVoice.collection).isEmpty
      }
      #expect(people.store.state.withLock { $0.erased } == [.removed])
    }
  }

  @Test func aVoiceThatIsUsedIsKept() async throws {
    try await withPeople { people in
      let (ann, actor, consent) = try await Self.agreed(people)
      for days in 1...3 {
        people.date.withLock { $0 = PeopleFixture.date + Double(days * 60 * 86_400) }
        _ = try await people.send(Self.learned(ann, consent))
      }
      people.sleeper.advance(by: .seconds(3600))
      #expect(try await people.send(GetOwnVoice(), by: actor).hasPrint)
    }
  }

  @Test func manyExpiredConsentsAreErased() async throws {
    let store = PeopleFixture.store()
    let ids = (1...40).map { UUID(number: $0).lowercaseText }
    for id in ids { store.put(try Self.person(id), try Self.document(id, agreedMs: 0)) }
    try await withPeople(store) { people in
      try await waitUntil("all are erased") { store.documents(SavedVoice.collection).isEmpty }
      #expect(try await people.send(GetVoices(people: ids)).voices.isEmpty)
      #expect(store.documents(Person.collection).count == ids.count)
    }
  }

  @Test func theRemovalOfAnUnreadablePersonErasesTheVoice() async throws {
    let store = PeopleFixture.store()
    let id = UUID(number: 1).lowercaseText
    store.put(
      Document(collection: Person.collection, id: id, body: .emptyObject), try Self.document(id))
    try await withPeople(store) { people in
      _ = try await people.send(RemovePerson(id: id))
      try await waitUntil("it is erased") { store.documents(SavedVoice.collection).isEmpty }
    }
  }

  // MARK: Restarts

  private static func person(_ id: String) throws -> Document {
    Document(
      collection: Person.collection, id: id,
      body: try RawJSON(encoding: Person(id: id, name: "Ann")))
  }

  private static func document(
    _ id: String, agreedMs: Int64 = ms, epoch: String = PeopleFixture.epoch
  ) throws -> Document {
    let voice = SavedVoice(
      consent: UUID(number: 9).lowercaseText, agreedMs: agreedMs, print: print, epoch: epoch)
    return Document(collection: SavedVoice.collection, id: id, body: try RawJSON(encoding: voice))
  }

  /// The database was restored from a backup. The person may have withdrawn after it was written.
  @Test func aConsentOfAnotherJournalIsErased() async throws {
    let store = PeopleFixture.store()
    let ids = [1, 2].map { UUID(number: $0).lowercaseText }
    store.put(
      try Self.person(ids[0]), try Self.document(ids[0], epoch: "journal-0"),
      try Self.person(ids[1]), try Self.document(ids[1]))
    try await withPeople(store) { people in
      try await waitUntil("it is erased") { store.documents(SavedVoice.collection).count == 1 }
      #expect(
        try await people.send(GetVoices(people: ids)).voices.map(\.person) == [ids[1]])
      // The person can agree again.
      let voice = try await people.send(AgreeToVoice(), by: "person/\(ids[0])")
      #expect(voice == OwnVoice(agreedAt: PeopleFixture.date))
    }
  }

  /// Until it is known whether the database was restored, no print is used; a withdrawal works.
  @Test func noPrintIsUsedBeforeTheJournalIsKnown() async throws {
    let isKnown = Recorder<Bool>()
    let store = InMemoryStore { message in
      guard message is PeopleJournalRequested, !isKnown.values.isEmpty else {
        throw BusError(.unavailable, "Away.")
      }
      return JournalRange(epoch: PeopleFixture.epoch, head: 0, oldest: 1)
    }
    let ids = [1, 2].map { UUID(number: $0).lowercaseText }
    for id in ids { store.put(try Self.person(id), try Self.document(id)) }
    try await withPeople(store) { people in
      let actor = "person/\(ids[0])"
      #expect(await people.code(GetVoices(people: ids)) == .unavailable)
      #expect(await people.code(KeepVoices(voices: [])) == .unavailable)
      #expect(await people.code(AgreeToVoice(), by: actor) == .unavailable)
      #expect(await people.code(GetOwnVoice(), by: actor) == .unavailable)
      #expect(await people.code(WithdrawVoice(), by: actor) == nil)
      isKnown.record(true)
      try await waitUntil("the service asks again") {
        people.sleeper.advance(by: .seconds(1))
        return await people.code(GetVoices(people: ids)) == nil
      }
      #expect(
        try await people.send(GetVoices(people: ids)).voices
          == [
            PersonVoice(person: ids[1], consent: UUID(number: 9).lowercaseText, print: Self.print)
          ])
    }
  }

  /// No one could withdraw them.
  @Test func invalidConsentsAndThoseOfNobodyAreErased() async throws {
    let store = PeopleFixture.store()
    let ids = (1...3).map { UUID(number: $0).lowercaseText }
    var damaged = try Self.document(ids[1])
    damaged.body = .emptyObject
    store.put(
      try Self.person(ids[0]), try Self.document(ids[0]), try Self.person(ids[1]), damaged,
      try Self.document(ids[2]), try Self.document("ann"))
    try await withPeople(store) { people in
      try await waitUntil("they are erased") {
        store.documents(SavedVoice.collection).map(\.id) == [ids[0]]
      }
      #expect(await people.service.problems().isEmpty)
      #expect(try await people.send(GetOwnVoice(), by: "person/\(ids[0])").hasPrint)
    }
  }

  @Test func aStoredConsentHasBounds() throws {
    let id = UUID(number: 1).lowercaseText
    let voice = SavedVoice(
      consent: UUID(number: 9).lowercaseText, agreedMs: 0, usedMs: 0, print: Self.print, epoch: "e")
    func problem(_ change: (inout SavedVoice) -> Void) throws -> String? {
      var changed = voice
      change(&changed)
      return Document(
        collection: SavedVoice.collection, id: id, body: try RawJSON(encoding: changed)
      ).problem(as: SavedVoice.self)
    }
    #expect(try problem { _ in } == nil)
    #expect(try problem { $0.consent = "consent" } != nil)
    #expect(try problem { $0.agreedMs = -1 } != nil)
    #expect(try problem { $0.usedMs = .max } != nil)
    #expect(try problem { $0.learnedMs = VoicePrintRules.maxLearnedMs + 1 } != nil)
    #expect(try problem { $0.print = "print" } != nil)
    #expect(try problem { $0.epoch = "" } != nil)
  }

  // MARK: Secrecy

  /// A print is in the commit and in the reply to the router, and in nothing that people read.
  @Test func aPrintIsNeitherPrintedNorReplied() async throws {
    let printed = Recorder<String>()
    let people = try await PeopleFixture(printChanges: { lines in lines.forEach(printed.record) })
    let (ann, actor, consent) = try await Self.agreed(people)
    _ = try await people.send(Self.learned(ann, consent))
    let own = try BusJSON.encode(try await people.send(GetOwnVoice(), by: actor))
    let shown = try BusJSON.encode(try await people.send(GetPerson(id: ann.id)))
    await people.stop()
    #expect(printed.values.contains { $0.contains("keepVoice") })
    let events = people.store.state.withLock {
      $0.events.map { String(decoding: $0.data.bytes, as: UTF8.self) }
    }
    let texts = printed.values + events + [own, shown].map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.allSatisfy { !$0.contains(Self.print.prefix(40)) })
  }
}
