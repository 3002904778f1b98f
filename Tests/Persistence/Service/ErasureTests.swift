import Documents
import Foundation
import PersistenceAPI
import StandupsSQLite
import Testing

@testable import PersistenceService

@Suite struct ErasureTests {
  /// A meeting with a word in every place where persistence stores any. The word occurs nowhere
  /// else.
  private func meeting(_ id: String, _ word: String, of standup: String = "s") -> [Commit] {
    let said = #"{"segment":{"text":"\#(word)"}}"#
    let segments = (0..<30).map { number in
      Commit(
        changes: [
          .put(
            Document(
              collection: "session.lines", id: "\(id)/\(number)", parent: id,
              body: json(#""\#(word) \#(number)""#)))
        ],
        events: [
          .sample(
            "\(id)-\(number)", type: "meeting.segment", standup: standup, meeting: id,
            data: json(said))
        ])
    }
    let end = Commit(
      changes: [
        .deleteChildren(collection: "session.lines", parent: id),
        .put(
          Document(
            collection: "meetings", id: id, parent: standup, body: json(#""\#(word) was said""#),
            searchText: "\(word) was said in \(id)")),
        .put(
          Document(
            collection: "deadLetters", id: "letter-\(id)",
            body: json(#"{"id":"meeting/\#(id)","text":"\#(word)"}"#))),
      ],
      events: [
        .sample(
          "\(id)-end", type: "meeting.finished", standup: standup, meeting: id, data: json(said))
      ],
      idempotency: .init(key: "end-\(id)", reply: json(#"{"id":"\#(id)","text":"\#(word)"}"#)))
    return segments + [end]
  }

  private func erasing(_ id: String) -> Commit {
    Commit(
      changes: [
        .delete(collection: "meetings", id: id),
        .deleteMentioning(collection: "deadLetters", text: id), .erase(Erasure(meeting: id)),
      ],
      events: [
        .sample("\(id)-erased", type: "meeting.erased", standup: "s", meeting: id, data: json("{}"))
      ])
  }

  /// Number of occurrences of a string in the files of a database.
  private func count(_ text: String, in directory: TemporaryDirectory) throws -> Int {
    let pattern = Data(text.utf8)
    return try directory.names().reduce(0) { sum, name in
      var (data, found) = (try directory.bytes(name)[...], 0)
      while let range = data.range(of: pattern) {
        found += 1
        data = data[range.upperBound...]
      }
      return sum + found
    }
  }

  @Test(arguments: Engine.allCases)
  func erasedEventsKeepTheirPlacesAndSayNothing(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for commit in meeting("m1", "quokka") + meeting("m2", "wombat") {
        _ = try await store.commit(commit)
      }
      let before = try await store.replay(after: 0, limit: 1000).events
      _ = try await store.commit(erasing("m1"))
      let after = try await store.replay(after: 0, limit: 1000).events
      #expect(after.count == before.count + 1)
      for (old, new) in zip(before, after) {
        #expect(
          (old.id, old.type, old.sequence, old.time, old.prevmeeting)
            == (new.id, new.type, new.sequence, new.time, new.prevmeeting))
        #expect(new.isErased == old.id.hasPrefix("m1"))
        if !new.isErased { #expect(new.data == old.data) }
      }
      // The event that reports it stays.
      #expect(after.last?.type == "meeting.erased" && after.last?.isErased == false)
      #expect(try await store.reply(under: "end-m1") == .erased)
      #expect(try await store.reply(under: "end-m2")?.text.contains("wombat") == true)
      #expect(try await store.load("deadLetters", "letter-m1") == nil)
      #expect(try await store.load("deadLetters", "letter-m2") != nil)
      #expect(store.damaged.problem == nil)
      // Repeating it has the same result.
      let again = try await store.commit(erasing("m1"))
      #expect(again.isRepeated && again.events.map(\.event.id) == ["m1-erased"])
      #expect(try await store.replay(after: 0, limit: 1000).events == after)
    }
  }

  @Test func nothingIsLeftOnTheDisk() async throws {
    try await withStore { store, directory in
      for number in 0..<40 {
        for commit in meeting("m\(number)", "word\(number)x") { _ = try await store.commit(commit) }
      }
      // Merged index segments have it, too.
      for number in stride(from: 0, to: 40, by: 3) {
        _ = try await store.commit(erasing("m\(number)"))
      }
      await store.erased()
      #expect(await !store.isErasing)
      for number in 0..<40 {
        let found = try count("word\(number)x", in: directory)
        #expect(number % 3 == 0 ? found == 0 : found > 0, "word\(number)x: \(found)")
        #expect(
          try await store.search("meetings", for: "word\(number)x").count
            == (number % 3 == 0 ? 0 : 1))
      }
    }
  }

  @Test func aCrashDoesNotForgetIt() async throws {
    // Sleeps because the next step must never come.
    try await withStore({ $0.common.pause = { try await Task.sleep(for: .seconds(3600)) } }) {
      store, directory in
      for commit in meeting("m1", "quokka") { _ = try await store.commit(commit) }
      // A reader prevents truncation of the log.
      let reader = try SQLiteConnection.open(store.sqlite.path, .read, patience: 0)
      defer { reader.close() }
      try reader.run("BEGIN", operation: "hold the log")
      _ = try reader.first("SELECT count(*) FROM events", operation: "hold the log") {
        $0.integer(0)
      }
      _ = try await store.commit(erasing("m1"))
      let copy = try TemporaryDirectory()
      for name in ["standups.db", "standups.db-wal"] {
        try copy.write(try directory.bytes(name), to: name)
      }
      #expect(try count("quokka", in: copy) > 0)
      let crashed = try await SQLiteStore.open(SQLiteConfiguration(path: copy.file("standups.db")))
      await crashed.erased()
      #expect(await !crashed.isErasing)
      #expect(try count("quokka", in: copy) == 0)
      await crashed.close()
      #expect(await store.isErasing)
    }
  }

  @Test(arguments: Engine.allCases)
  func aStandupIsErasedWithItsMeetingsOrWithoutThem(_ engine: Engine) async throws {
    for isWhole in [true, false] {
      try await withStore(on: engine) { store, _ in
        _ = try await store.commit(
          Commit(
            events: [.sample("created", standup: "s", data: json(#"{"name":"Ann"}"#))],
            idempotency: .init(key: "create", reply: json(#"{"id":"s","name":"Ann"}"#))))
        for commit in meeting("m1", "quokka") { _ = try await store.commit(commit) }
        _ = try await store.commit(
          Commit(events: [.sample("other", standup: "t", data: json(#"{"name":"Bob"}"#))]))
        _ = try await store.commit(
          Commit(
            changes: [.erase(Erasure(standup: "s", keepsMeetings: isWhole ? nil : true))],
            events: [.sample("gone", standup: "s", data: json("{}"))]))
        let page = try await store.replay(after: 0, limit: 1000)
        #expect(page.events.count > 3)
        for event in page.events {
          let isKept = ["other", "gone"].contains(event.id) || event.id.hasPrefix("m1") && !isWhole
          #expect(event.isErased == !isKept, "\(event.id)")
        }
        #expect(try await store.reply(under: "create") == .erased)
        #expect((try await store.reply(under: "end-m1") == .erased) == isWhole)
      }
    }
  }

  /// Such as a person's focus; a name that contains it belongs to another subject.
  @Test(arguments: Engine.allCases)
  func whatIsSaidOfAnotherSubjectIsErased(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for (name, standup) in [("ann", nil), ("anna", nil), ("s", "s")] {
        var event = NewEvent.sample(
          "e-\(name)", standup: standup, data: json(#"{"of":"\#(name)"}"#))
        event.labels.subject = name == "s" ? "ann" : name
        _ = try await store.commit(
          Commit(
            events: [event],
            idempotency: .init(key: "k-\(name)", reply: json(#"{"person":"\#(name)"}"#))))
      }
      _ = try await store.commit(
        Commit(idempotency: .init(key: "k-none", reply: json(#"{"people":["ann"]}"#))))
      _ = try await store.commit(Commit(changes: [.erase(Erasure(subject: "ann"))]))
      let events = try await store.replay(after: 0, limit: 100).events
      #expect(events.map(\.isErased) == [true, false, false])
      for (key, isErased) in [("ann", true), ("anna", false), ("s", false), ("none", true)] {
        #expect((try await store.reply(under: "k-\(key)") == .erased) == isErased, "\(key)")
      }
    }
  }

  /// The address and secret of a webhook or a calendar.
  @Test func whatIsRemovedLeavesTheDisk() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(
        Commit(
          changes: [
            .put(Document(collection: "webhooks", id: "w", body: json(#""https://a/quokka""#)))
          ], idempotency: .init(key: "add", reply: json(#"{"id":"w","url":"https://a/quokka"}"#))))
      #expect(try count("quokka", in: directory) > 0)
      _ = try await store.commit(
        Commit(changes: [
          .delete(collection: "webhooks", id: "w"), .erase(Erasure(subject: "w")),
        ]))
      await store.erased()
      #expect(try count("quokka", in: directory) == 0)
      _ = try await store.commit(
        Commit(changes: [
          .put(Document(collection: "schedules", id: "d", body: json(#""https://a/wombat""#)))
        ]))
      _ = try await store.commit(
        Commit(changes: [.delete(collection: "schedules", id: "d"), .erase(.removed)]))
      await store.erased()
      #expect(try count("wombat", in: directory) == 0)
    }
  }

  @Test func anOlderDatabaseLearnsToErase() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    var opener = DatabaseOpener(configuration: SQLiteConfiguration(path: path))
    opener.migrator.migrations = [Schema.migrations[0]]
    try opener.open().connection.close()
    try await withStore(at: path) { store in
      for commit in meeting("m1", "quokka") + [erasing("m1")] { _ = try await store.commit(commit) }
      #expect(try await store.replay(after: 0, limit: 1000).events.first?.isErased == true)
    }
  }
}
