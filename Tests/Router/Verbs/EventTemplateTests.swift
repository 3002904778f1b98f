import Bus
import FastJSON
import StandupsAPI
import Foundation
import Testing

@testable import Command

@Suite("How watch prints an event")
struct EventTemplateTests {
  private func line(_ template: String) throws -> String {
    var event = try Fixture.durable(
      42,
      MeetingSpeakerChanged(
        speaker: 1, attendee: Fixture.standup(1, names: ["A\u{1B}", "Bob"]).attendees[1],
        elapsedMs: 12_000, cause: .time))
    event.subject = "transcription"
    return try EventTemplate(argument: template).line(event)
  }

  @Test(
    "Members stand in braces",
    arguments: [
      ("{type}", "meeting.speakerChanged"),
      ("{data.attendee.name}: {data.elapsedMs}", "Bob: 12000"),
      ("{{{subject}}}", "{transcription}"),
      (#"{epoch}\t{nothing}{data.attendee.name.first}!\n"#, "e1\t!\n"),
      ("{data.speaker}", "1"), ("", ""), ("plain", "plain"), ("{sequence}", "00000000000000000042"),
    ])
  func members(template: String, line: String) throws {
    #expect(try self.line(template) == line)
  }

  @Test(
    "A template that cannot be read is refused",
    arguments: ["{", "}", "{}", "{a..b}", "{a{b}", "\\x"])
  func refused(template: String) {
    #expect(throws: UsageError.self) { try EventTemplate(argument: template) }
  }

  @Test("Times are those of the reader's zone, as everywhere")
  func zone() throws {
    var context = Bench().context()
    context.calendar.timeZone = try #require(TimeZone(identifier: "Asia/Kathmandu"))
    var event = try Fixture.event("bus.serviceUp", ["name": "timer"])
    event.time = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(EventLine(event, context.page).text.hasPrefix("13:45:00  bus.serviceUp"))
    #expect(context.page.date(event.time) == "2027-01-15 13:45")
  }

  @Test("Names of services are not cut, ids are")
  func subjects() throws {
    let page = Bench().context().page
    var event = try Fixture.event("bus.serviceUp", ["name": "transcription"])
    event.subject = "transcription"
    #expect(EventLine(event, page).text.contains("bus.serviceUp  transcription"))
    event.subject = Fixture.meetingID.description
    #expect(EventLine(event, page).text.contains("bus.serviceUp  00000000"))
    #expect(!EventLine(event, page).text.contains("00000000-"))
  }
}
