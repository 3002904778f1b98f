import Foundation
import ServiceCatalog
import Testing

@testable import RouterService

/// The declarations of the features.
@Suite struct FeatureTests {
  private static let services = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Services")

  /// The collections that the sources of the services, of their contracts and bindings, and of the
  /// dead-letter queue name.
  private static func namedCollections() throws -> [String] {
    let own = try FileManager.default.subpathsOfDirectory(atPath: services.path).filter {
      $0.hasSuffix(".swift") && $0.contains(/\/(Service|Bindings|Contract)\//)
    }.map { services.appendingPathComponent($0) }
    let queue = services.deletingLastPathComponent().appendingPathComponent(
      "Sources/DeadLetterQueue")
    let files =
      try own
      + FileManager.default.contentsOfDirectory(at: queue, includingPropertiesForKeys: nil)
    var names: [String] = []
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /static let collection = "([\w.]+)"/) {
        names.append(String(match.1))
      }
      for list in text.matches(of: /enum Collection \{([^}]*)\}/) {
        for match in list.1.matches(of: /static let (\w+) = "([\w.]+)"/) {
          // The id of a document.
          if match.1 != "dataFailedToLoad" { names.append(String(match.2)) }
        }
      }
    }
    return names
  }

  /// Outside services are bound by a setting; no feature of ours declares them.
  @Test func eachServiceAndEachDirectoryOfBindingsIsAFeature() throws {
    let names = Feature.all.map(\.name)
    let directories = try FileManager.default.contentsOfDirectory(atPath: Self.services.path)
      .filter {
        FileManager.default.fileExists(
          atPath: Self.services.appendingPathComponent("\($0)/Bindings").path)
      }.map { $0.lowercased() }.filter { $0 != "outside" }
    #expect(names.sorted() == (directories + ["router"]).sorted())
    #expect(Set(names).isSuperset(of: ServiceCatalog.all.map(\.name)))
  }

  @Test func eachCollectionOfTheStoreIsDeclaredOnce() throws {
    let named = Set(try Self.namedCollections())
    try #require(named.count > 15)
    #expect(Feature.all.flatMap(\.documents).map(\.collection).sorted() == named.sorted())
  }

  /// Cursors of clients contain a position in these lists.
  @Test func theOrderOfTheCollectionsIsFixed() {
    let ofStandups = [
      "meetings.parts", "meetings", "followUps", "updates", "schedules", "authorizations",
      "standups",
    ]
    var inSlots = ["session.lines", "session.states"] + ofStandups + ["sessions"]
    inSlots.insert("meetings.discarded", at: 4)
    #expect(SlotDocuments.collections == inSlots)
    #expect(SlotDocuments.presence == ["standups", "sessions"])
    #expect(ArchivedDocuments.ofStandups == ofStandups)
    #expect(
      ArchivedDocuments.others == [
        "glossaries", "webhooks", "focus.items", "people", "people.teams",
      ])
  }

  @Test func documentsThatLeaveTheInstallationAreChecked() throws {
    let kinds = DocumentKind.all.filter { $0.slot != nil || $0.archive != nil }
    try #require(kinds.count > 10)
    for kind in kinds { #expect(kind.problem != nil, "\(kind.collection)") }
    #expect(
      DocumentKind.all.filter { $0.check != nil }.map(\.collection) == ["schedules", "webhooks"])
  }
}
