import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Discarded meetings on the command line")
struct DiscardedVerbTests {
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  private static func found(_ number: UInt32) -> ListDiscarded.Found {
    var meeting = Fixture.meeting(number)
    meeting.date = date
    meeting.durationMs = 60_000
    let discarded = DiscardedMeeting(
      meeting, title: "Daily", atMs: 1_800_000_060_000 + Int64(number), by: nil)
    return ListDiscarded.Found(
      discarded, of: Fixture.standup().id, until: date.addingTimeInterval(7 * 86_400))
  }

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(ListDiscarded.self) { command in
      command.after == nil
        ? .init(meetings: [Self.found(0xB)], next: "7 x") : .init(meetings: [Self.found(0xA)])
    }
    bench.caller.on(RestoreMeeting.self) { _ in Done() }
    return bench
  }

  @Test("The meetings of a standup are listed page by page, with the time of their deletion")
  func listing() async {
    let bench = bench()
    #expect(await bench.run("meetings discarded Daily") == .ok)
    let sent = bench.caller.commands(ListDiscarded.self)
    #expect(sent.map(\.standup) == [Fixture.standup().id, Fixture.standup().id])
    #expect(sent.map(\.after) == [nil, "7 x"])
    #expect(bench.output.contains("2027-01-22 08:00"), "\(bench.output)")
    #expect(bench.output.split(separator: "\n").count == 3)
    let json = self.bench()
    #expect(await json.run("meetings discarded --json") == .ok)
    #expect(json.caller.commands(ListDiscarded.self).map(\.standup) == [nil, nil])
    #expect(json.output.contains("00000000000a"))
  }

  @Test("A meeting is restored by its id, or as the last one that was discarded")
  func restoring() async {
    for name in ["00000000-0000-0000-0000-00000000000b", "last"] {
      let bench = bench()
      #expect(await bench.run("meetings restore \(name)") == .ok)
      #expect(bench.output == "Restored the meeting of “Daily” of 2027-01-15 08:00.\n")
      #expect(
        bench.caller.commands(RestoreMeeting.self) == [
          RestoreMeeting(
            standup: Fixture.standup().id, meeting: Meeting.ID(UUID(number: 0xB)))
        ])
    }
  }

  @Test("Only one meeting that exists is restored")
  func others() async {
    let (ambiguous, missing) = (bench(), bench())
    #expect(await ambiguous.run("meetings restore 0000") == .data)
    #expect(ambiguous.errors.contains("“0000” is ambiguous"))
    #expect(await missing.run("meetings restore ffff") == .noInput)
    #expect(missing.errors.contains("standups meetings discarded"))
    #expect(missing.caller.commands(RestoreMeeting.self).isEmpty)
  }
}
