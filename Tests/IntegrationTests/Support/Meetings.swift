import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI
import WebhooksAPI

extension Peer {
  /// Creates a standup with this number of attendees: A, B, C, …
  func createStandup(
    _ title: String = "Daily", durationMs: Int64, attendees: Int, warnMs: Int64? = nil,
    mayRunOver: Bool? = nil, options: CallOptions = CallOptions()
  ) async throws -> Standup {
    let names = (0..<attendees).map { String(UnicodeScalar(UInt8(65 + $0))) }
    return try await send(
      CreateStandup(
        title: title, durationMs: durationMs, attendees: names.map { AttendeeDraft(name: $0) },
        warnMs: warnMs, mayRunOver: mayRunOver), options: options)
  }

  /// All standups, page by page.
  func everyStandup() async throws -> [Standup] {
    var all: [Standup] = []
    var next: String?
    repeat {
      let page = try await send(ListStandups(after: next))
      all += page.standups.map(\.standup)
      next = page.next
    } while next != nil
    return all
  }

  /// Starts a meeting without recording.
  func startMeeting(_ standup: Standup) async throws -> MeetingSession {
    try await send(StartMeeting(standup: standup.id, isRecorded: false)).session
  }

  func pastMeetings(_ standup: Standup.ID) async throws -> [Meeting] {
    try await send(GetStandup(id: standup)).meetings
  }

  /// Returns when every service accepts commands: sends each one a command that waits for it.
  func waitUntilReady() async throws {
    let options = CallOptions(timeoutMs: 30_000)
    _ = try await send(GetListStatus(), options: options)
    _ = try await send(ListCountdowns(), options: options)
    _ = try await send(GetSpeechAuthorization(subject: "ready"), options: options)
    _ = try await send(ListWebhooks(), options: options)
  }

  /// Returns when all services known to the router are up, including those that receive no commands here.
  func waitUntilAllAreUp() async throws {
    try await waitUntilReady()
    try await eventually("All are up.") {
      try await send(GetHealth()).services.allSatisfy { $0.state == .up }
    }
  }

  /// The error in reply to a command; nil if it succeeds.
  func refusal(
    _ command: some BusCommand, options: CallOptions = CallOptions(timeoutMs: 5000, retries: false)
  ) async throws -> BusError? {
    do {
      _ = try await send(command, options: options)
      return nil
    } catch let error as BusError {
      return error
    }
  }
}

extension MeetingSession {
  /// When the clock first started, in milliseconds since 1970.
  var startMs: Int64 { startedAt?.wallMs ?? 0 }
}

extension Date {
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
