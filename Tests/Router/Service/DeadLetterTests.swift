@testable import BusRouter
@testable import DeadLetterQueue
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import RouterAPI
import TestSupport
import Testing

@testable import Bus
@testable import RouterService

/// Dead-letter messages of any number and size: every reply fits one message. `BusRig` rejects one that does not, as
/// the router does.
@Suite struct DeadLetterTests {
  private static let stray = "timer.stray"
  /// For large messages on a busy machine, in particular under a sanitizer.
  private static let patient = CallOptions(timeoutMs: 300_000)

  private func with(_ body: (BusRig, Peer) async throws -> Void) async throws {
    let rig = try await BusRig()
    do {
      _ = try await rig.add("persistence", commands: MemoryStore().commands)
      try await body(rig, try await rig.tool())
    } catch {
      await rig.close()
      throw error
    }
    await rig.close()
  }

  private func letter(_ number: Int, body: Int = 0, error: Int = 20) throws -> DeadLetter {
    DeadLetter(
      id: "6f1c0000-0000-4000-8000-\(String(format: "%012d", number))",
      time: Date(timeIntervalSince1970: Double(number)), sender: "timer", target: Self.stray,
      attempts: 1, error: BusError(.internal, String(repeating: "e", count: error)), bytes: body,
      body: try RawJSON(encoding: String(repeating: "b", count: body)))
  }

  /// Stores dead-letter messages unchanged, including ones that today's router would shorten.
  private func bury(_ letters: [DeadLetter], _ rig: BusRig) async throws {
    for letter in letters {
      _ = try await rig.router.send(
        Commit(changes: [.put(try DeadLetterStore.document(letter))]), options: Self.patient)
    }
  }

  /// All pages; each fits a message with room to spare.
  private func pages(_ command: DeadLetters, _ tool: Peer) async throws -> [DeadLetters.Reply] {
    var command = command
    var pages: [DeadLetters.Reply] = []
    repeat {
      let page = try await tool.send(command, options: Self.patient)
      #expect(try BusJSON.encode(page).count < Limits.bytes - Limits.headBytes)
      pages.append(page)
      command.after = page.next
    } while command.after != nil
    return pages
  }

  @Test(
    arguments: Effort.first(
      2,
      of: [
        // Many small messages, bodies near the limit, reasons that fill pages, and reasons that fill messages.
        (count: 1500, body: 10, error: 20), (count: 5, body: 980_000, error: 20),
        (count: 900, body: 0, error: 990), (count: 5, body: 0, error: 950_000),
      ]))
  func aListFitsWhateverTheLetters(count: Int, body: Int, error: Int) async throws {
    try await with { rig, tool in
      let letters = try (0..<count).map { try letter($0, body: body, error: error) }
      try await bury(letters, rig)
      let pages = try await pages(DeadLetters(limit: 1000), tool)
      #expect(pages.flatMap(\.letters).map(\.id) == letters.map(\.id))
      #expect(pages.allSatisfy { $0.total == count })
      #expect(pages.flatMap(\.letters).allSatisfy { $0.body == nil })
      #expect(try await tool.send(GetHealth()).deadLetters == count)
      // A single one is returned completely.
      let shown = try await tool.send(DeadLetters(id: letters[3].id))
      #expect(shown.letters == [letters[3]])
    }
  }

  @Test(arguments: Effort.first(1, of: [DeadLetters.Action.replay, .drop]))
  func allOfThemArePagesToo(_ action: DeadLetters.Action) async throws {
    try await with { rig, tool in
      let letters = try (0..<35).map { number in
        try number % 7 == 0 ? letter(number, error: 950_000) : letter(number, body: 100_000)
      }
      try await bury(letters, rig)
      let pages = try await pages(DeadLetters(action: action, limit: 20), tool)
      // A page also ends when its time limit is reached.
      #expect(pages.count >= 2 && pages.allSatisfy { $0.letters.count <= 20 })
      // Each is retried once, including those that fail again and stay.
      #expect(pages.flatMap(\.letters).map(\.id) == letters.map(\.id))
      let left = action == .drop ? 0 : 35
      #expect(pages.flatMap(\.removed) == (action == .drop ? letters.map(\.id) : []))
      #expect(pages.last?.total == left)
      let after = try await self.pages(DeadLetters(limit: 1000), tool).flatMap(\.letters)
      #expect(after.map(\.attempts) == Array(repeating: 2, count: left))
      #expect(after.allSatisfy { $0.error.code == .unbound })
    }
  }

  /// A damaged dead-letter message between valid ones.
  private func withDamaged(_ body: (BusRig, Peer, String) async throws -> Void) async throws {
    try await with { rig, tool in
      try await bury([try letter(1), try letter(3)], rig)
      let id = try letter(2).id
      let damaged = Document(
        collection: DeadLetterStore.collection, id: id, sortKey: 2000,
        body: try RawJSON(encoding: ["isDamaged": true]))
      _ = try await rig.router.send(Commit(changes: [.put(damaged)]))
      try await body(rig, tool, id)
    }
  }

  @Test func oneThatCannotBeReadIsListed() async throws {
    try await withDamaged { _, tool, id in
      let reply = try await tool.send(DeadLetters())
      #expect(reply.total == 3)
      let ids = [try letter(1).id, id, try letter(3).id]
      #expect(reply.letters.map(\.id) == ids)
      #expect(reply.letters[1].error.message.contains("cannot be read"))
      #expect(reply.letters[1].time == Date(timeIntervalSince1970: 2))
      #expect(try await tool.send(DeadLetters(id: id)).letters.first?.id == id)
      #expect(try await tool.send(DeadLetters(target: Self.stray)).letters.count == 2)
    }
  }

  @Test func oneThatCannotBeReadHoldsUpNoOther() async throws {
    try await withDamaged { rig, tool, id in
      let replayed = try await tool.send(DeadLetters(action: .replay))
      #expect(replayed.letters.count == 3)
      // It is unchanged.
      let page = try await rig.router.send(
        Load(DocumentQuery(collection: DeadLetterStore.collection, id: id)))
      #expect(page.documents.first?.body.text == #"{"isDamaged":true}"#)
      let dropped = try await tool.send(DeadLetters(action: .drop))
      #expect(dropped.removed.contains(id))
      #expect(dropped.total == 0)
    }
  }

  @Test func oneThatCannotBeReadCanBeDropped() async throws {
    try await withDamaged { _, tool, id in
      let dropped = try await tool.send(DeadLetters(action: .drop, id: id))
      #expect(dropped.removed == [id])
      #expect(dropped.total == 2)
    }
  }

  @Test func theBeginningOfAnIdIsFoundAmongLargeOnes() async throws {
    try await with { rig, tool in
      var letters = try (0..<4).map { try letter($0, body: 600_000) }
      letters[2].id = "abcdef00-0000-4000-8000-000000000000"
      try await bury(letters, rig)
      let found = try await tool.send(DeadLetters(id: "ABCDEF00"), options: Self.patient)
      #expect(found.letters == [letters[2]])
      for (id, code) in [("6f1c0000", BusError.Code.invalid), ("ffffffff", .notFound)] {
        let error = await #expect(throws: BusError.self) {
          try await tool.send(DeadLetters(id: id), options: Self.patient)
        }
        #expect(error?.code == code)
      }
    }
  }

  @Test func aFilterGoesThroughAllPages() async throws {
    try await with { rig, tool in
      var letters = try (0..<60).map { try letter($0, body: 90_000) }
      for index in [0, 30, 59] { letters[index].target = "other.stray" }
      try await bury(letters, rig)
      let pages = try await pages(DeadLetters(action: .drop, target: "other."), tool)
      #expect(pages.flatMap(\.removed) == [0, 30, 59].map { letters[$0].id })
      #expect(pages.last?.total == 57)
    }
  }

  // MARK: Storage

  private func document(_ body: Data, _ error: BusError) throws -> Document {
    try DeadLetterStore.document(
      RouterNotice.Letter(
        service: "timer", message: Self.stray, id: UUID(), attempts: 1, body: body, error: error),
      at: Date(timeIntervalSince1970: 5))
  }

  /// The dead-letter message and its event fit one commit, whatever the error is.
  @Test(arguments: ["e", "\u{1}", "ü", "\""])
  func aLongReasonIsShortened(_ character: String) throws {
    let long = String(repeating: character, count: 400_000)
    let error = BusError(.internal, long, detail: ["why": long])
    let body = Data("\"\(String(repeating: "x", count: 63_000))\"".utf8)
    let document = try document(body, error)
    let kept = try document.body.decode(as: DeadLetter.self)
    #expect(kept.error.message == String(repeating: character, count: 1000) + "…")
    #expect(kept.error.detail == nil)
    #expect(kept.body != nil)
    #expect(try BusJSON.encode(document).count < Limits.bytes - 64 * 1024)
    let short = BusError(.internal, "Short.", detail: ["field": "id"])
    #expect(
      try self.document(Data("{}".utf8), short).body.decode(as: DeadLetter.self).error == short)
  }

  /// The redelivered message equals the original to the last digit.
  @Test(arguments: [
    (body: #"{"b":1e18,"a":[1.0,18446744073709551615]}"#, isKept: true),
    (body: #"{"b":"#, isKept: false), (body: "", isKept: false),
    (body: "\"\(String(repeating: "x", count: 64_000))\"", isKept: false),
    (body: "\"\(String(repeating: "x", count: 63_998))\"", isKept: true),
  ])
  func aBodyIsKeptAsItCameOrNotAtAll(body: String, isKept: Bool) throws {
    let document = try document(Data(body.utf8), BusError(.internal, "Broken."))
    let kept = try document.body.decode(as: DeadLetter.self)
    #expect(kept.body?.text == (isKept ? body : nil))
    #expect(kept.bytes == body.utf8.count)
  }

  /// Numbers that an encoder would write in full.
  @Test func aBodyThatIsKeptFitsAMessage() throws {
    let numbers = Array(repeating: "1e15", count: 12_000).joined(separator: ",")
    let document = try document(Data("[\(numbers)]".utf8), BusError(.internal, "Broken."))
    #expect(try BusJSON.encode(document).count < Limits.bytes - 64 * 1024)
  }
}
