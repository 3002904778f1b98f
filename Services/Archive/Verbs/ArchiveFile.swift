import Documents
import Foundation

/// A validated archive, which is complete and undamaged.
struct ArchiveFile {
  let header: ArchiveLine.Header
  let end: ArchiveLine.End
  private let handle: FileHandle
  private let name: String
  /// Numbers of invalid sections, which a later section repeats.
  private let abandoned: Set<Int>

  /// Reads the complete file once to validate it.
  ///
  /// - Throws: `Failure` if the file is not an archive, is damaged or truncated, or has a newer
  ///   version.
  init(_ handle: FileHandle, named name: String) throws {
    self.handle = handle
    self.name = name
    var header: ArchiveLine.Header?
    var end: ArchiveLine.End?
    var abandoned: Set<Int> = []
    var counts: [String: Int] = [:]
    var inSection: [String: Int] = [:]
    let reader = try ArchiveReader(handle, named: name)
    while let line = try reader.next() {
      switch line {
      case .header(let first): header = first
      case .section: inSection = [:]
      case .document(let document): inSection[document.collection, default: 0] += 1
      case .sectionEnd(let section) where section.isKept:
        counts.merge(inSection, uniquingKeysWith: +)
      case .sectionEnd(let section): abandoned.insert(section.number)
      case .end(let last): end = last
      case .sum: break
      }
    }
    // The reader either returns both lines or throws.
    guard let header, let end else {
      throw Failure(
        .data, code: "damaged",
        "\(name) is damaged: its header or its end is missing. Nothing was imported.")
    }
    guard end.counts == counts, end.documents == counts.values.reduce(0, +) else {
      throw Failure(
        .data, code: "damaged",
        "\(name) is damaged: its documents do not match the totals at its end. Nothing was imported."
      )
    }
    (self.header, self.end, self.abandoned) = (header, end, abandoned)
  }

  /// Documents that are imported together.
  struct Batch {
    /// Slot of the standups to which the documents belong; nil if they belong to none.
    var slot: Int?
    var documents: [Document] = []
    fileprivate var bytes = 0
  }

  private static let batchBytes = 300_000

  /// Reads the file again, in batches that fit into a message.
  ///
  /// - Parameters:
  ///   - limit: maximum number of documents in a batch.
  ///   - isWanted: selects documents.
  ///   - body: called with each batch, in order.
  func batches(
    of limit: Int, where isWanted: (Document) -> Bool, _ body: (Batch) async throws -> Void
  ) async throws {
    let reader = try ArchiveReader(handle, named: name)
    var batch = Batch()
    var isSkipped = false
    while let line = try reader.next() {
      switch line {
      case .section(let section):
        batch = Batch(slot: section.slot)
        isSkipped = abandoned.contains(section.number)
      case .document(let document) where !isSkipped && isWanted(document):
        let bytes = document.body.count + (document.searchText?.utf8.count ?? 0) + 300
        if !batch.documents.isEmpty,
          batch.documents.count >= limit || batch.bytes + bytes > Self.batchBytes
        {
          try await body(batch)
          batch = Batch(slot: batch.slot)
        }
        batch.documents.append(document)
        batch.bytes += bytes
      case .sectionEnd:
        if !batch.documents.isEmpty { try await body(batch) }
        batch = Batch()
      case .header, .document, .end, .sum: break
      }
    }
  }
}
