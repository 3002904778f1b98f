import Bus
import Documents
import FastJSON
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// Documents that no command would have written are set aside, and revoked by their ids.
@Suite struct ExtremeDocumentTests {
  @Test func whatNoCommandWouldHaveWrittenIsRejected() throws {
    let session = SavedSession(
      hash: "h", name: "Ann", role: .operator, beganMs: 1_700_000_000_000,
      expiresMs: 1_700_000_000_001)
    let document = Document(
      collection: SavedSession.collection, id: "s", body: try RawJSON(encoding: session))
    #expect(document.problem(as: SavedSession.self) == nil)
    var rejected: [String] = []
    for variant in try Extremes.variants(of: document.body) {
      var changed = document
      changed.body = variant.body
      if changed.problem(as: SavedSession.self) != nil { rejected.append(variant.description) }
    }
    for member in ["beganMs", "expiresMs"] {
      #expect(rejected.contains("\(member).\(Int64.max)"))
      #expect(rejected.contains("\(member).\(Int64.min)"))
    }
    #expect(rejected.contains("name.“”") && rejected.contains("role.“”"))
  }
}
