import Documents
import Digests
import Foundation

/// Writes an archive line by line.
struct ArchiveWriter {
  private let write: (Data) throws -> Void
  private let sum: SHA256Sum
  private var number = 0
  private var inSection: [String: Int] = [:]
  /// Number of documents in valid sections, by collection.
  private(set) var counts: [String: Int] = [:]

  /// Writes the header.
  ///
  /// - Parameter write: receives the bytes of the archive, in order.
  init(_ header: ArchiveLine.Header, _ write: @escaping (Data) throws -> Void) throws {
    self.write = write
    sum = try SHA256Sum()
    try put(.header(header))
  }

  private func put(_ line: ArchiveLine) throws {
    let text = try line.text()
    sum.add(text)
    try write(text)
  }

  /// Starts a section: the documents of a slot’s standups, or those of a cell that belong to no
  /// standup.
  mutating func begin(slot: Int?, cell: String?) throws {
    number += 1
    inSection = [:]
    try put(.section(.init(number: number, slot: slot, cell: cell)))
  }

  mutating func add(_ document: Document) throws {
    inSection[document.collection, default: 0] += 1
    try put(.document(document))
  }

  /// Ends the section.
  ///
  /// - Parameter isKept: false if a later section repeats this one.
  mutating func end(isKept: Bool) throws {
    try put(
      .sectionEnd(
        .init(number: number, documents: inSection.values.reduce(0, +), isKept: isKept)))
    if isKept { counts.merge(inSection, uniquingKeysWith: +) }
  }

  /// Writes the `end` line and the checksum.
  mutating func finish(
    torn: [Int], unreadable: [String], live: Int, cells: [ArchiveLine.Header.Cell]
  ) throws -> ArchiveLine.End {
    let end = ArchiveLine.End(
      documents: counts.values.reduce(0, +), counts: counts, torn: torn.isEmpty ? nil : torn,
      unreadable: unreadable.isEmpty ? nil : unreadable, live: live, cells: cells)
    try put(.end(end))
    try write(try ArchiveLine.sum(sum.finish()).text())
    return end
  }
}
