import Bus
import Messages
import Standups

extension TellTimeUp {
  typealias ID = Meeting.ID
}

extension Parent {
  /// Lets the clocks of meetings run and their words be heard.
  ///
  /// A child that is away asks for its work when it comes back, so that is no failure here. Speech
  /// that cannot be recognised does not stop a meeting, but its owner is told.
  func begin(_ meetings: MeetingsStarted) async throws -> Done {
    for countdown in meetings.countdowns {
      try await sendUnlessAway(countdown)
    }
    for stream in meetings.streams {
      do {
        try await sendUnlessAway(stream)
      } catch let error as BusError {
        guard let id = Meeting.ID(stream.id) else { throw error }
        _ = try await send(TellSpeechFailed(id: id, reason: error.message))
      }
    }
    return Done()
  }

  private func sendUnlessAway(_ command: some BusCommand) async throws {
    do {
      _ = try await send(command, timeoutMs: 2000)
    } catch let error as BusError where [.unavailable, .expired, .draining].contains(error.code) {
      return
    }
  }

  /// Sends a command about something that may be gone already; nil if it was.
  @discardableResult
  func sendIfThere<Command: BusCommand>(_ command: Command) async throws -> Command.Reply? {
    do {
      return try await send(command, timeoutMs: 5000)
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }
}
