import Foundation
import Standups
import StandupsAPI
import Testing
import TimerAPI
import TranscriptionAPI

@testable import Composition
@testable import Bus
@testable import RouterService

/// Many meetings resume at once after a restart; `MeetingTests` and `KillTests` test it with real
/// processes.
@Suite struct ManyMeetingsTests {
  private func id(_ number: Int) -> Meeting.ID {
    let digits = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    return Meeting.ID(UUID(uuidString: "6F1C0000-0000-4000-8000-" + digits) ?? UUID())
  }

  private func meetings(_ count: Int, isHeard: Bool = false) -> [RunningMeeting] {
    (0..<count).map { Sample.running(id($0), isHeard: isHeard) }
  }

  /// The meetings' ids in the services.
  private func ids(_ count: Int) -> [String] { meetings(count).map(\.id.workID) }

  private func tell(_ meetings: [RunningMeeting], _ caller: CrowdedCaller) async throws -> Done {
    try await Integration.standups().tell(MeetingsStarted(meetings: meetings), caller)
  }

  private func failure(_ meetings: [RunningMeeting], _ caller: CrowdedCaller) async -> BusError? {
    do {
      _ = try await tell(meetings, caller)
      return nil
    } catch {
      return error as? BusError
    }
  }

  /// Maximum number of concurrent commands of one call.
  private let most = 64

  @Test func clocksStartManyAtOnceAndNotAll() async throws {
    #expect(Parent.maxAtOnce == most)
    let caller = CrowdedCaller(crowd: most) { _ in Sample.status }
    #expect(try await tell(meetings(200), caller) == Done())
    #expect(caller.most == most)
    #expect(caller.sent.values.count == 200)
    #expect(Set(caller.sent.values.compactMap { ($0 as? StartCountdown)?.id }) == Set(ids(200)))
  }

  /// In a repetition, each command has the same key again.
  @Test func keysFollowThePlacesWhateverTheOrderOfTheAnswers() async throws {
    for crowd in [1, most] {
      let caller = CrowdedCaller(crowd: crowd) { _ in Sample.status }
      _ = try await tell(meetings(100), caller)
      // Never empty because it is made of a range.
      for (place, id) in ids(100).enumerated() {
        let key = place == 0 ? "key/timer.start" : "key/timer.start/\(place + 1)"
        #expect(caller.keys[key] == "timer.start \(id)")
      }
    }
  }

  @Test func whatIsAboutOneMeetingStaysInOrder() async throws {
    let caller = CrowdedCaller(crowd: 0) { _ in Sample.status }
    // Each meeting twice, the later one with another length.
    let all = (0..<40).flatMap { number in
      [1, 2].map { Sample.running(id(number), durationMs: $0, isHeard: false) }
    }
    _ = try await tell(all, caller)
    #expect(caller.overlaps == 0)
    let sent = caller.sent.values.compactMap { $0 as? StartCountdown }
    // Never empty because it is made of a range.
    for id in ids(40) {
      #expect(sent.filter { $0.id == id }.map(\.durationMs) == [1, 2])
    }
  }

  @Test func oneThatIsRefusedDoesNotKeepTheOthers() async {
    let all = ids(200)
    let caller = CrowdedCaller(crowd: 0) { command in
      switch (command as? StartCountdown)?.id {
      case all[3]: throw BusError(.invalid, "The fourth.")
      case all[150]: throw BusError(.conflict, "A later one.")
      default: return Sample.status
      }
    }
    let error = await failure(meetings(200), caller)
    // The first error in order, so that the same call has the same result.
    #expect(error == BusError(.invalid, "The fourth."))
    #expect(caller.sent.values.count == 200)
  }

  @Test(arguments: [BusError.Code.unavailable, .draining, .expired, .busy])
  func aChildThatDoesNotAnswerIsNotSentTheRest(_ code: BusError.Code) async {
    let caller = CrowdedCaller(crowd: 0) { _ in throw BusError(code, "Not now.") }
    let error = await failure(meetings(200), caller)
    let isAway = [.unavailable, .draining].contains(code)
    #expect(error?.code == (isAway ? nil : code == .expired ? .unavailable : code))
    #expect(caller.sent.values.count <= most)
  }

  @Test func eachMeetingThatIsNotHeardIsToldOnce() async throws {
    for crowd in [1, most] {
      let caller = CrowdedCaller(crowd: crowd) { command in
        if command is StartRecognition { throw BusError(.denied, "No ears.") }
        return command is StartCountdown ? Sample.status : Done() as any Sendable
      }
      _ = try await tell(meetings(100, isHeard: true), caller)
      let told = caller.sent.values.compactMap { $0 as? TellSpeechFailed }
      #expect(told.map(\.id.workID).sorted() == ids(100).sorted())
      // The key belongs to the meeting, whichever failed first.
      let keys = Set(caller.keys.keys.filter { $0.contains(TellSpeechFailed.target) })
      #expect(keys == Set(ids(100).map { "key/\(TellSpeechFailed.target)/\($0)" }))
      #expect(caller.most <= most)
    }
  }
}
