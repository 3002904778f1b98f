import Bus
import StandupsDependencies
import FocusAPI
import Foundation
import PeopleAPI
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("standups forget")
struct ForgetVerbTests {
  /// Pages of the places that name Ann, in two standups.
  private func forgetting(typing: [String]? = nil, focusItems: Int = 2) -> Bench {
    let bench = Bench(typing: typing)
    bench.caller.on(ListStandups.self) { _ in
      .init(
        standups: [Fixture.summary(), Fixture.summary(Fixture.standup(2, "Retro"))], next: nil)
    }
    let ids = [1, 2].map { Standup.ID(UUID(number: $0)) }
    bench.caller.on(FindPerson.self) { command in
      guard command.after == nil else {
        return .init(standups: [.init(standup: ids[0], meetings: 2, segments: 3, unattributed: 1)])
      }
      return .init(
        standups: [
          .init(standup: ids[0], isAttendee: true), .init(standup: ids[1], unattributed: 4),
        ], next: "meetings:")
    }
    bench.caller.on(ForgetPerson.self) { command in
      .init(meetings: 1, segments: 1, next: command.after == nil ? "end:" : nil)
    }
    bench.caller.on(ListFocusItems.self) { _ in .init(items: [], total: focusItems) }
    bench.caller.on(GetFocus.self) { command in
      Focus(
        person: command.person, title: "", isRunning: false, elapsedMs: 0, durationMs: 1_500_000)
    }
    bench.caller.on(ForgetFocus.self) { _ in Done() }
    bench.caller.on(ListPeople.self) { command in
      command.after == nil
        ? .init(people: [Self.person(1, "Ann"), Self.person(2, "Anna")], next: "n", total: 4)
        : .init(people: [Self.person(3, "ann"), Self.person(4, "Ann")], total: 4)
    }
    bench.caller.on(RemovePerson.self) { _ in Done() }
    return bench
  }

  private static func person(_ number: UInt32, _ name: String) -> Person {
    Person(
      id: UUID(number: number).uuidString.lowercased(), name: name,
      email: number == 4 ? "ann@example.com" : nil,
      teams: [Membership(team: "web", role: .member)])
  }

  private static let found =
    "“Daily”: an attendee, 2 past meetings, 3 transcript segments, 1 text without a known speaker (not"
    + " erased)\nFocus: 2 sessions\nPerson 00000000: 1 role and 0 identities\nPerson 00000000"
    + " (ann@example.com): 1 role and 0 identities\n"

  @Test("forget shows what there is first")
  func forgetDryRun() async {
    let bench = forgetting()
    #expect(await bench.run("forget Ann --dry-run") == .ok)
    #expect(bench.output == Self.found + "Nothing was erased.\n")
    #expect(bench.caller.commands(ForgetPerson.self).isEmpty)
    let unasked = forgetting()
    #expect(await unasked.run("forget Ann") == .usage)
    #expect(unasked.caller.commands(ForgetPerson.self).isEmpty)
    #expect(unasked.caller.commands(ForgetFocus.self).isEmpty)
    #expect(unasked.caller.commands(RemovePerson.self).isEmpty)
  }

  @Test("forget asks, and goes on to the last page")
  func forget() async {
    let bench = forgetting(typing: ["yes"])
    #expect(await bench.run("forget Ann") == .ok)
    #expect(bench.output.hasPrefix(Self.found + "Erased."))
    #expect(bench.caller.commands(ForgetPerson.self).map(\.after) == [nil, "end:"])
    #expect(bench.caller.commands(ForgetFocus.self) == [ForgetFocus(person: "Ann")])
    #expect(
      bench.caller.commands(RemovePerson.self)
        == [Self.person(1, "Ann"), Self.person(4, "Ann")].map { RemovePerson(id: $0.id) })
    let never = forgetting(typing: ["nevermind"])
    #expect(await never.run("forget Ann") == .ok)
    #expect(never.caller.commands(ForgetPerson.self).isEmpty)
  }

  @Test("forget in one standup, whether it names the person or not")
  func forgetInOne() async {
    let bench = forgetting()
    #expect(await bench.run("forget Ann --standup Retro --yes --json") == .ok)
    #expect(
      bench.output == """
        {"erased":true,"focus":false,"people":[],"person":"Ann","standups":[{"isAttendee":false,"meetings":0,"segments":0,\
        "standup":"00000000-0000-0000-0000-000000000002","title":"Retro","unattributed":4}]}

        """)
    #expect(
      bench.caller.commands(ForgetPerson.self).allSatisfy {
        $0.standup == Standup.ID(UUID(number: 2))
      })
    #expect(bench.caller.commands(ForgetFocus.self).isEmpty)
    #expect(bench.caller.commands(ListPeople.self).isEmpty)
    #expect(bench.caller.commands(RemovePerson.self).isEmpty)
    let nobody = forgetting(focusItems: 0)
    nobody.caller.on(FindPerson.self) { _ in .init(standups: []) }
    #expect(await nobody.run("forget Zoe --yes") == .ok)
    #expect(nobody.output == "Nothing was found for “Zoe”.\n")
    #expect(nobody.caller.commands(RemovePerson.self).isEmpty)
  }

  @Test("forget erases nothing if the persons cannot be read")
  func forgetWithoutPeople() async {
    let bench = forgetting()
    bench.caller.on(ListPeople.self) { _ in
      throw BusError(.unavailable, "The people service is unavailable.")
    }
    #expect(await bench.run("forget Ann --yes") == .unavailable)
    #expect(bench.caller.commands(ForgetPerson.self).isEmpty)
    #expect(bench.caller.commands(ForgetFocus.self).isEmpty)
  }
}
