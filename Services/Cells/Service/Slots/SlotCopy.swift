import Bus
import Cells
import CellsAPI

/// Makes the documents of a slot in another cell equal to those in this cell, by sending only the
/// differences.
struct SlotCopy: Sendable {
  let slot: Slot
  /// Connection to the composition root.
  let here: any DelegateCaller
  /// Connection to the other cell.
  let there: any CommandCaller

  /// Maximum number of documents of one slot; a reply with more is invalid.
  private static let maxDocuments = 4_000_000
  /// Maximum number of documents in one request.
  private static let maxKeys = 1000
  /// Time limit for each step, in milliseconds, so that a cell that does not reply cannot keep a
  /// slot held.
  private static let stepTimeoutMs = 5000

  /// Sends the differences.
  ///
  /// - Returns: the number of documents that differed; 0 if both cells have the same documents.
  func run() async -> Result<Int, CopyFailure> {
    do {
      let options = CallOptions(timeoutMs: Self.stepTimeoutMs)
      async let theirs = digests {
        try await there.send(GetSlotDigests(slot: slot.number, after: $0), options: options)
      }
      let ours = try await digests {
        try await here.tell(
          SlotDigestsRequested(slot: slot.number, after: $0), causedBy: nil,
          timeoutMs: Self.stepTimeoutMs)
      }
      let known = try await theirs
      let differing = ours.filter { known[$0.key] != $0.value }.keys
      for (collection, keys) in Dictionary(grouping: differing, by: \.collection) {
        try await send(collection, keys.map(\.id).sorted())
      }
      let gone = known.keys.filter { ours[$0] == nil }
      for start in stride(from: 0, to: gone.count, by: Self.maxKeys) {
        let keys = gone[start..<min(gone.count, start + Self.maxKeys)]
        try await give(ReceiveDocuments(slot: slot.number, put: [], remove: Array(keys)))
      }
      return .success(differing.count + gone.count)
    } catch let error as BusError {
      return .failure(CopyFailure(description: error.message))
    } catch {
      return .failure(CopyFailure(description: "\(error)"))
    }
  }

  private func digests(
    _ page: (String?) async throws -> SlotDigests
  ) async throws -> [DocumentDigest.Key: String] {
    var digests: [DocumentDigest.Key: String] = [:]
    var after: String?
    repeat {
      let page = try await page(after)
      for digest in page.digests { digests[digest.key] = digest.digest }
      guard digests.count <= Self.maxDocuments else {
        throw CopyFailure(
          description: "Slot \(slot) has more than \(Self.maxDocuments) documents.")
      }
      after = page.next
    } while after != nil
    return digests
  }

  /// Sends documents unchanged. Documents that were deleted in the meantime are omitted.
  private func send(_ collection: String, _ ids: [String]) async throws {
    var rest = ids[...]
    while !rest.isEmpty {
      let asked = Array(rest.prefix(Self.maxKeys))
      let page = try await here.tell(
        SlotDocumentsRequested(collection: collection, ids: asked), causedBy: nil,
        timeoutMs: Self.stepTimeoutMs)
      if !page.documents.isEmpty {
        try await give(ReceiveDocuments(slot: slot.number, put: page.documents))
      }
      rest = rest.dropFirst(page.answered(of: asked))
    }
  }

  private func give(_ documents: ReceiveDocuments) async throws {
    _ = try await there.send(documents, options: CallOptions(timeoutMs: Self.stepTimeoutMs))
  }
}

/// The reason why a slot could not be copied.
struct CopyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A human-readable sentence.
  var description: String
}
