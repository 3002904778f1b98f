import Bus
import Composition
import Cells
import CellsAPI
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads
import TranscriptionAPI

@testable import RouterService

/// The documents of a slot when it arrives and when it leaves.
@Suite struct SlotBindingTests {
  /// A store with some documents that accepts changes.
  private final class Store: Sendable {
    private let documents: Locked<[DocumentDigest.Key: Document]>

    init(_ documents: [Document]) {
      self.documents = Locked(
        Dictionary(
          uniqueKeysWithValues: documents.map {
            (DocumentDigest.Key(collection: $0.collection, id: $0.id), $0)
          }))
    }

    var isEmpty: Bool { documents.withLock { $0.isEmpty } }

    func load(_ query: DocumentQuery) -> DocumentPage {
      let slots = query.slots ?? .all
      func isFound(_ document: Document) -> Bool {
        guard document.collection == query.collection else { return false }
        if let ids = query.ids { return ids.contains(document.id) }
        guard let id = Standup.ID(document.parent ?? document.id) else { return false }
        return slots.contains(Slot(of: id.rawValue))
      }
      let found = documents.withLock { Array($0.values) }.filter(isFound)
        .sorted { $0.id < $1.id }
      let rest = found.filter { one in query.after.map { one.id > $0 } ?? true }
      let page = rest.prefix(query.limit ?? 100)
      let digest = try? RawJSON(encoding: "0123456789abcdef")
      return DocumentPage(
        documents: page.map { document in
          var document = document
          if query.form == .digest, let digest { document.body = digest }
          return document
        }, next: page.count < rest.count ? page.last?.id : nil)
    }

    func commit(_ commit: Commit) throws -> Commit.Reply {
      try documents.withLock { stored in
        var documents = stored
        for change in commit.changes {
          switch change {
          case .put(let document), .insert(let document):
            let key = DocumentDigest.Key(collection: document.collection, id: document.id)
            try document.check(replacing: documents[key])
            documents[key] = document
          case .delete(let collection, let id):
            documents[.init(collection: collection, id: id)] = nil
          default: break
          }
        }
        stored = documents
      }
      return Commit.Reply(epoch: "e", events: [])
    }
  }

  private static let slot = Slot(of: design.id.rawValue)
  private static let design = Standup(id: Standup.ID(UUID()), title: "Design")

  private static func document(
    _ collection: String, _ id: some CustomStringConvertible, parent: String? = nil,
    _ body: RawJSON = .null
  ) -> Document {
    Document(collection: collection, id: id.description, parent: parent, body: body)
  }

  /// A standup with one of every kind of document, and a document of another slot.
  private static func documents() throws -> [Document] {
    let meeting = UUID().inSlot(slot).uuidString.lowercased()
    let other = UUID().inSlot(try #require(Slot((slot.number + 1) % Slot.count)))
    return [
      document(
        "standups", design.id,
        try RawJSON(encoding: StandupSummary(standup: design, meetings: 0))),
      document("meetings", UUID(), parent: "\(design.id)"),
      document("meetings.parts", "\(UUID())/2", parent: "\(design.id)"),
      document("followUps", UUID(), parent: "\(design.id)"),
      document("session.states", meeting),
      document("session.lines", "\(meeting)/0", parent: meeting),
      document("schedules", design.id), document("authorizations", design.id),
      document("standups", other.uuidString.lowercased()),
    ]
  }

  /// A standup with documents that commands could have written.
  private static func valid() throws -> [Document] {
    [
      document(
        "standups", design.id,
        try RawJSON(encoding: StandupSummary(standup: design, meetings: 0))),
      document(
        "schedules", design.id, try RawJSON(encoding: ["rule": [String: String]()])),
      document("authorizations", design.id, try RawJSON(encoding: ["isGranted": true])),
    ]
  }

  /// - Parameter answer: the reply to an arriving schedule; nil if it is valid.
  private func caller(
    _ store: Store, schedule answer: BusError? = nil, problems: [String: String] = [:]
  ) -> ScriptedCaller {
    ScriptedCaller { command in
      if command is TellSubjectCame, let answer { throw answer }
      return switch command {
      case let load as Load: store.load(load.query)
      case let commit as Commit: try store.commit(commit)
      case is CheckSchedules: DocumentProblems(problems: problems)
      case is ForgetSpeech, is TellSubjectGone, is TellSubjectCame: Done()
      default: throw BusError(.internal, "another command: \(command)")
      }
    }
  }

  @Test func allThatIsKeptOfASlotIsFound() async throws {
    let documents = try Self.documents()
    let caller = caller(Store(documents))
    let digests = try await Integration.standups(cell: "north").tell(
      SlotDigestsRequested(slot: Self.slot.number), caller)
    #expect(digests.next == nil)
    #expect(Set(digests.digests.map(\.key.id)) == Set(documents.dropLast().map(\.id)))
    #expect(digests.digests.allSatisfy { $0.digest == "0123456789abcdef" })
    // The document that shows the existence of the others is removed last.
    #expect(digests.digests.last?.key.collection == "standups")
    let left = try await Integration.standups(cell: "north").tell(
      LeftSlotsRequested(slots: .all), caller)
    #expect(left.slots.count == 2 && left.slots.contains(Self.slot))
    for (slot, after) in [(1024, nil), (-1, nil), (0, "x"), (0, "99 x"), (0, "-1 ")]
      as [(Int, String?)]
    {
      let error = await #expect(throws: BusError.self) {
        try await Integration.standups().tell(
          SlotDigestsRequested(slot: slot, after: after), caller)
      }
      #expect(error?.code == .invalid)
    }
  }

  @Test func longSlotsHavePages() async throws {
    let many = (0..<2500).map { _ in
      Self.document("meetings", UUID(), parent: "\(Self.design.id)")
    }
    let caller = caller(Store(many))
    var ids: [String] = []
    var after: String?
    repeat {
      let page = try await Integration.standups().tell(
        SlotDigestsRequested(slot: Self.slot.number, after: after), caller)
      #expect(page.digests.count <= 1000)
      ids += page.digests.map(\.key.id)
      after = page.next
    } while after != nil
    #expect(ids.count == 2500 && Set(ids) == Set(many.map(\.id)))
  }

  @Test func whatComesIsOfTheSlotOrRefused() async throws {
    let store = Store([])
    let caller = caller(store)
    let documents = try Self.valid()
    let integration = Integration.standups(cell: "north")
    let strange = [
      Self.document("webhooks", Self.design.id), Self.document("standups", "no id"),
      try #require(try Self.documents().last),
    ]
    for document in strange {
      let received = ReceiveDocuments(slot: Self.slot.number, put: [document])
      let error = await #expect(throws: BusError.self) {
        try await integration.tell(SlotDocumentsReceived(received: received), caller)
      }
      #expect(error?.code == .invalid && store.isEmpty, "\(document)")
    }
    let received = ReceiveDocuments(slot: Self.slot.number, put: documents)
    _ = try await integration.tell(SlotDocumentsReceived(received: received), caller)
    #expect(store.load(DocumentQuery(collection: "standups")).documents == [documents[0]])
  }

  /// A standup may move to another team while its slot is being copied.
  @Test func aCopyOfAnotherTeamIsReplaced() async throws {
    let documents = try Self.valid()
    let store = Store(documents)
    var (moved, standup) = (documents, Self.design)
    standup.team = "web"
    moved[0].team = "web"
    moved[0].body = try RawJSON(encoding: StandupSummary(standup: standup, meetings: 0))
    let received = ReceiveDocuments(slot: Self.slot.number, put: moved)
    _ = try await Integration.standups(cell: "north").tell(
      SlotDocumentsReceived(received: received), caller(store))
    #expect(store.load(DocumentQuery(collection: "standups")).documents == [moved[0]])
  }

  /// A meeting may have been imported in both cells.
  @Test func aDocumentOfAnotherSlotIsNotReplaced() async throws {
    let other = try #require(try Self.documents().last)
    let id = Meeting.ID(UUID())
    func meeting(of standup: String) throws -> Document {
      Self.document(
        "meetings", id, parent: standup,
        try RawJSON(
          encoding: Meeting(id: id, date: Date(timeIntervalSince1970: 0), transcript: "")))
    }
    let here = try meeting(of: other.id)
    let store = Store([other, here])
    let received = ReceiveDocuments(
      slot: Self.slot.number, put: [try meeting(of: "\(Self.design.id)")])
    let error = await #expect(throws: BusError.self) {
      try await Integration.standups(cell: "north").tell(
        SlotDocumentsReceived(received: received), caller(store))
    }
    #expect(error?.code == .conflict && error?.detail?["document"] == "\(id)")
    #expect(store.load(DocumentQuery(collection: "meetings")).documents == [here])
  }

  /// Each number, date, string and count at its limits: accepted exactly if its service accepts it.
  @Test func whatNoCommandWouldHaveWrittenIsRefused() async throws {
    let store = Store([])
    let caller = caller(store)
    let good = try Self.valid()[0]
    let integration = Integration.standups(cell: "north")
    let variants = try Extremes.variants(of: good.body)
    try #require(variants.count > 30)
    var refused = 0
    for variant in variants {
      var document = good
      document.body = variant.body
      let problem = document.problem(as: StandupSummary.self)
      #expect(ArchivedDocuments.problem(document, in: Self.slot) == problem)
      guard problem != nil else { continue }
      refused += 1
      let error = await #expect(throws: BusError.self, "\(variant.description)") {
        try await integration.tell(
          SlotDocumentsReceived(
            received: ReceiveDocuments(slot: Self.slot.number, put: [document])), caller)
      }
      #expect(error?.code == .invalid && error?.detail?["document"] == "standups/\(Self.design.id)")
    }
    #expect(refused > 20 && store.isEmpty)
  }

  /// Only the schedule service can interpret a schedule.
  @Test func aScheduleThatItsServiceRejectsIsRefused() async throws {
    let store = Store([])
    let caller = caller(store, problems: ["\(Self.design.id)": "A rule has a minute."])
    let error = await #expect(throws: BusError.self) {
      try await Integration.standups(cell: "north").tell(
        SlotDocumentsReceived(
          received: ReceiveDocuments(slot: Self.slot.number, put: try Self.valid())), caller)
    }
    #expect(error?.code == .invalid && error?.message.contains("A rule has a minute.") == true)
    #expect(store.isEmpty)
  }

  @Test func whoeverFollowsHearsOfWhatCame() async throws {
    let caller = caller(Store(try Self.documents()))
    _ = try await Integration.standups(cell: "north").tell(
      SlotTaken(slot: Self.slot.number, version: 7), caller)
    let commits = caller.sent.values.compactMap { $0 as? Commit }
    #expect(commits.map(\.idempotency?.key) == ["cells/\(Self.slot)/7/0"])
    let event = try #require(commits.first?.events.first)
    #expect(event.labels.type == StandupArrived.type && event.labels.standup == "\(Self.design.id)")
    #expect(try event.data.decode(as: StandupArrived.self).standup == Self.design)
    let schedules = caller.sent.values.compactMap { ($0 as? TellSubjectCame)?.subject }
    #expect(schedules == ["\(Self.design.id)"])
    let consents = caller.sent.values.compactMap { $0 as? ForgetSpeech }
    #expect(consents == [ForgetSpeech(subject: "\(Self.design.id)", hasCome: true)])
  }

  /// An unavailable service loads it later; a slow one may have abandoned it, and is notified again with the slot.
  @Test(arguments: [BusError.Code.unavailable, .draining, .expired])
  func aScheduleThatCannotBeTold(code: BusError.Code) async throws {
    let caller = caller(Store(try Self.documents()), schedule: BusError(code, "Not now."))
    let taken = SlotTaken(slot: Self.slot.number, version: 7)
    let integration = Integration.standups(cell: "north")
    if code == .expired {
      let error = await #expect(throws: BusError.self) { try await integration.tell(taken, caller) }
      #expect(error?.code == .expired)
    } else {
      _ = try await integration.tell(taken, caller)
    }
  }

  @Test func whatGoesIsRemovedAndErased() async throws {
    let store = Store(Array(try Self.documents().dropLast()))
    let caller = caller(store)
    _ = try await Integration.standups(cell: "north").tell(
      SlotLeft(slot: Self.slot.number, router: "tcp://south"), caller)
    #expect(store.isEmpty)
    let commits = caller.sent.values.compactMap { $0 as? Commit }
    #expect(
      commits.first?.changes.contains(.erase(Erasure(standup: "\(Self.design.id)"))) == true)
    let event = try #require(commits.first?.events.first)
    #expect(try event.data.decode(as: StandupMoved.self) == StandupMoved(router: "tcp://south"))
    #expect(caller.sent.values.contains { $0 is TellSubjectGone })
    #expect(caller.sent.values.contains { $0 is ForgetSpeech })
  }

  /// No service is notified about copies that it did not know.
  @Test func aCopyThatIsNotWantedGoesSilently() async throws {
    let store = Store(Array(try Self.documents().dropLast()))
    let caller = caller(store)
    _ = try await Integration.standups(cell: "north").tell(
      SlotLeft(slot: Self.slot.number, router: nil), caller)
    #expect(store.isEmpty)
    let commits = caller.sent.values.compactMap { $0 as? Commit }
    #expect(commits.allSatisfy { $0.events.isEmpty })
    #expect(!caller.sent.values.contains { $0 is TellSubjectGone })
  }
}
