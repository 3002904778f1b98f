import Bus
import Cells
import CellsAPI
import Documents
import FastJSON
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import CellsService

/// Another cell's copy of a slot is synchronised with this cell.
@Suite struct SlotCopyTests {
  /// The other cell.
  private final class There: CommandCaller {
    let digests: Locked<[DocumentDigest.Key: String]>
    let received = Recorder<ReceiveDocuments>()
    let failure: BusError?

    init(_ digests: [DocumentDigest.Key: String], failing failure: BusError? = nil) {
      self.digests = Locked(digests)
      self.failure = failure
    }

    func send<Command: BusCommand>(
      _ command: Command, attachments: [Frame], options: CallOptions
    ) async throws -> Command.Reply {
      if let failure { throw failure }
      var reply: any Sendable = Done()
      if command is GetSlotDigests {
        reply = SlotDigests(
          digests: digests.withLock { $0.map { DocumentDigest(key: $0.key, digest: $0.value) } })
      } else if let documents = command as? ReceiveDocuments {
        received.record(documents)
        digests.withLock { digests in
          for document in documents.put {
            digests[.init(collection: document.collection, id: document.id)] = document.body.string
          }
          for key in documents.remove { digests[key] = nil }
        }
      }
      guard let reply = reply as? Command.Reply else {
        throw BusError(.internal, "another command: \(command)")
      }
      return reply
    }
  }

  private static func key(_ collection: String, _ id: Int) -> DocumentDigest.Key {
    .init(collection: collection, id: "\(id)")
  }

  /// The composition root, with documents that contain their own digest, a few on each page.
  private static func here(_ digests: [DocumentDigest.Key: String]) -> ScriptedDelegate {
    let keys = digests.keys.sorted { ($0.collection, $0.id) < ($1.collection, $1.id) }
    return ScriptedDelegate { message in
      switch message {
      case let asked as SlotDigestsRequested:
        let first = asked.after.flatMap { Int($0) } ?? 0
        let page = keys[first..<min(first + 3, keys.count)]
        return SlotDigests(
          digests: page.map { DocumentDigest(key: $0, digest: digests[$0] ?? "") },
          next: first + 3 < keys.count ? "\(first + 3)" : nil)
      case let asked as SlotDocumentsRequested:
        let found = try asked.ids.filter {
          digests[.init(collection: asked.collection, id: $0)] != nil
        }
        .prefix(2).map { id in
          Document(
            collection: asked.collection, id: id,
            body: try RawJSON(
              encoding: digests[.init(collection: asked.collection, id: id)] ?? ""))
        }
        // A page has room for two.
        return DocumentPage(documents: Array(found), next: asked.ids.dropFirst(2).first)
      default: throw BusError(.internal, "another message: \(message)")
      }
    }
  }

  @Test func onlyWhatDiffersIsSent() async throws {
    var ours: [DocumentDigest.Key: String] = [:]
    for id in 0..<7 { ours[Self.key("meetings", id)] = "m\(id)" }
    for id in 0..<3 { ours[Self.key("standups", id)] = "s\(id)" }
    var theirs = ours
    theirs[Self.key("standups", 0)] = "older"
    for id in 0..<5 { theirs[Self.key("meetings", id)] = nil }
    theirs[Self.key("meetings", 99)] = "gone"
    let there = There(theirs)
    let copy = SlotCopy(slot: try #require(Slot(5)), here: Self.here(ours), there: there)
    #expect(await copy.run() == .success(7))
    #expect(there.digests.withLock { $0 } == ours)
    #expect(there.received.values.allSatisfy { $0.slot == 5 && $0.put.count <= 2 })
    #expect(there.received.values.flatMap(\.put).count == 6)
    #expect(await copy.run() == .success(0))
  }

  @Test func aCellThatRefusesIsAFailure() async throws {
    let there = There([:], failing: BusError(.conflict, "It is mine."))
    let copy = SlotCopy(slot: try #require(Slot(5)), here: Self.here([:]), there: there)
    #expect(await copy.run() == .failure(CopyFailure(description: "It is mine.")))
  }
}
