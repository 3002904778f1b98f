import Foundation
import Testing

@testable import Bus
@testable import BusRouter

/// Problems that a service reports in its heartbeats.
@Suite struct VitalsTests {
  @Test func onlySoMuchIsShown() throws {
    #expect(Vitals().shown == [])
    let many = Vitals(problems: Array(repeating: String(repeating: "x", count: 1000), count: 50))
    #expect(many.shown.count == 20 && many.shown.allSatisfy { $0.count == 400 })
    // A single character to a reader may have many bytes.
    let one = Vitals(problems: ["e" + String(repeating: "\u{301}", count: 100_000)])
    #expect(one.shown[0].count == 1 && one.shown[0].unicodeScalars.count == 400)
    #expect(try BusJSON.decode(Vitals.self, from: Data("{}".utf8)) == Vitals())
  }

  /// The last heartbeat counts, and is forgotten with its instance.
  @Test func theReportShowsTheLastComplaint() throws {
    var rig = CoreRig()
    let instance = UUID()
    rig.hello(.first, instance: instance)
    func beat(_ body: String) -> Envelope {
      Envelope(.heartbeat, target: "timer", header: Header(), body: Data(body.utf8))
    }
    rig.receive(beat(#"{"problems":["A spring broke."]}"#), from: .first)
    #expect(rig.core.report.services.map(\.problems) == [["A spring broke."]])
    for body in ["{}", "{", #"{"problems":7}"#, "[]"] {
      rig.receive(beat(#"{"problems":["A spring broke."]}"#), from: .first)
      rig.receive(beat(body), from: .first)
      #expect(rig.core.report.services.map(\.problems) == [[]])
    }
    rig.receive(beat(#"{"problems":["A spring broke."]}"#), from: .first)
    // A tool's heartbeat has no vitals.
    rig.receive(
      Envelope(.heartbeat, header: Header(), body: Data(#"{"problems":["x"]}"#.utf8)), from: .tool)
    rig.hello(.second, instance: instance)
    #expect(rig.core.report.services.map(\.problems) == [[]])
  }
}
