import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// Meeting times for calendar programs, which use a link instead of a login.
@Suite struct CalendarTests {
  private static let daily = "00000000-0000-4000-8000-000000000001"
  private static let retro = "00000000-0000-4000-8000-000000000002"

  private static func standup(_ id: String, _ title: String, isArchived: Bool = false) -> String {
    #"{"meetings":0,"standup":{"attendees":[],"durationMs":900000,"id":"\#(id)","meetings":[],"#
      + (isArchived ? #""isArchived":true,"# : "")
      + #""revision":1,"theme":"sky","title":"\#(title)"}}"#
  }

  /// Two standups, one of which has a schedule.
  private func schedules(_ fixture: GatewayFixture) {
    fixture.bus.on("schedule.list") { _ in
      #"{"schedules":[{"mode":"ask","next":[],"rule":{"at":"09:30","on":["mon"],"zone":"UTC"},"#
        + #""subject":"\#(Self.daily)"}],"total":1}"#
    }
    fixture.bus.on("standups.list") { _ in
      #"{"standups":[\#(Self.standup(Self.retro, "Retro")),\#(Self.standup(Self.daily, "Daily"))]}"#
    }
    fixture.bus.on("schedule.calendar") { body in
      let hasOthers = String(decoding: body, as: UTF8.self).contains("Retro")
      return #"{"entries":1,"ics":"BEGIN:VCALENDAR \#(hasOthers)END:VCALENDAR\r\n"}"#
    }
  }

  @Test func archivedStandupsAreLeftOut() async throws {
    try await GatewayFixture.serving { fixture in
      schedules(fixture)
      fixture.bus.on("standups.list") { _ in
        #"{"standups":[\#(Self.standup(Self.daily, "Retro", isArchived: true))]}"#
      }
      let link = try await fixture.send(MakeCalendarLink(name: "Ada"))
      let answer = try await fixture.ask("GET", try path(link, fixture))
      #expect(answer.status == 200 && !answer.body.contains("true"))
    }
  }

  private func path(_ link: WebCalendarLink, _ fixture: GatewayFixture) throws -> String {
    try #require(link.link.hasPrefix(fixture.address))
    return "/" + link.link.dropFirst(fixture.address.count)
  }

  @Test func aLinkOpensTheCalendarAlone() async throws {
    try await GatewayFixture.serving { fixture in
      schedules(fixture)
      let link = try await fixture.send(MakeCalendarLink(name: "Ada"))
      let answer = try await fixture.ask("GET", try path(link, fixture))
      #expect(answer.status == 200 && answer.body == "BEGIN:VCALENDAR falseEND:VCALENDAR\r\n")
      #expect(answer.fields["content-type"] == "text/calendar; charset=utf-8")
      let token = try #require(link.link.split(separator: "=").last)
      let login = try await fixture.login()
      // A logged-in person can read it as well.
      #expect(try await fixture.ask("GET", "/calendar.ics", ["Cookie: \(login)"]).status == 200)
      let cookie = login.prefix { $0 != "=" }
      for (path, fields) in [
        ("/api/me", []), ("/api/me?token=\(token)", []),
        ("/api/me", ["Cookie: \(cookie)=\(token)"]),
        ("/api/me?token=\(token)", ["Cookie: \(cookie)="]),
        ("/calendar.ics", []), ("/calendar.ics?token=", []), ("/calendar.ics?token=\(token)x", []),
      ] {
        #expect(try await fixture.ask("GET", path, fields).status == 401, "\(path)")
      }
      let session = try #require(
        try await fixture.send(ListWebSessions()).sessions.first { $0.name == "Ada" })
      #expect(session.name == "Ada" && session.isCalendar == true && session.role == .observer)
      #expect(session.expires == link.expires)
    }
  }

  /// Nothing is silently left out, however many standups have schedules.
  @Test func moreSchedulesThanFitOneCall() async throws {
    try await GatewayFixture.serving { fixture in
      let ids = (0..<1200).map { "00000000-0000-4000-8000-00000000\(1000 + $0)" }
      fixture.bus.on("schedule.list") { body in
        let isFirst = !String(decoding: body, as: UTF8.self).contains("after")
        let page = isFirst ? ids[..<600] : ids[600...]
        let schedules = page.map {
          #"{"mode":"ask","next":[],"rule":{"at":"09:30","on":["mon"],"zone":"UTC"},"subject":"\#($0)"}"#
        }.joined(separator: ",")
        return #"{"schedules":[\#(schedules)],"total":1200\#(isFirst ? #","next":"x""# : "")}"#
      }
      fixture.bus.on("standups.list") { _ in
        #"{"standups":[\#(ids.map { Self.standup($0, "T") }.joined(separator: ","))]}"#
      }
      fixture.bus.on("schedule.calendar") { body in
        let count =
          String(decoding: body, as: UTF8.self).components(separatedBy: "subject").count - 1
        let taken = min(count, 400)
        let event = #"BEGIN:VEVENT\r\nX:\#(taken)\r\nEND:VEVENT\r\n"#
        let ics = #"BEGIN:VCALENDAR\r\n\#(event)END:VCALENDAR\r\n"#
        return #"{"entries":\#(taken),"ics":"\#(ics)"}"#
      }
      let link = try await fixture.send(MakeCalendarLink(name: "Ada"))
      let answer = try await fixture.ask("GET", try path(link, fixture))
      let event = "BEGIN:VEVENT\r\nX:400\r\nEND:VEVENT\r\n"
      #expect(
        answer.body == "BEGIN:VCALENDAR\r\n" + event + event + event + "END:VCALENDAR\r\n")
    }
  }

  @Test func whoIsRevokedReadsNoMore() async throws {
    try await GatewayFixture.serving { fixture in
      schedules(fixture)
      let link = try await fixture.send(MakeCalendarLink(name: "Ada"))
      #expect(try await fixture.send(RevokeWebSessions(name: "Ada")).sessions == 1)
      #expect(try await fixture.ask("GET", try path(link, fixture)).status == 401)
      // It expires after a year.
      let second = try await fixture.send(MakeCalendarLink(name: "Bob"))
      fixture.now.withLock { $0 += GatewayReducer.calendarMs }
      #expect(try await fixture.ask("GET", try path(second, fixture)).status == 401)
    }
  }

  @Test func aServiceThatIsAway() async throws {
    try await GatewayFixture.serving { fixture in
      let link = try await fixture.send(MakeCalendarLink(name: "Ada"))
      fixture.bus.on("schedule.list") { _ in throw BusError(.unavailable, "It is away.") }
      #expect(try await fixture.ask("GET", try path(link, fixture)).status == 503)
    }
  }
}
