#if DEBUG || SIMULATION
  import Bus
  import BusRouter
  import Foundation
  import Standups
  import StandupsAPI

  /// Commands that only the composition root sends, for services that the simulation models: the transcription service,
  /// and the times at which the schedule service ends a standup in writing. Like these services, it repeats a command
  /// until it is answered, so that a command may also arrive twice.
  extension Cluster {
    /// A recognised line.
    struct SpokenLine: Sendable {
      var meeting: String
      /// Time at which its report was answered, in milliseconds since the start; nil until then.
      var answeredMs: Int64?
    }

    /// The end of a standup in writing.
    struct WrittenEnd: Sendable {
      var standup: String
      /// Date of the past meeting, in milliseconds since 1970-01-01 UTC.
      var atMs: Int64
      /// Ids of the past meeting in the replies.
      var meetings: Set<String> = []
      var isAnswered = false
    }

    /// Reports a line of a meeting.
    func report(_ line: HeardLine, of meeting: Meeting.ID) {
      spoken[line.key] = SpokenLine(meeting: "\(meeting)")
      tell(
        TellLineHeard(id: meeting, line: line),
        isOpen: { [self] in spoken[line.key]?.answeredMs == nil }
      ) { [self] result in
        guard case .success = result, spoken[line.key]?.answeredMs == nil else { return }
        spoken[line.key]?.answeredMs = nowMs
      }
    }

    /// Ends a standup in writing.
    func endWriting(_ standup: Standup.ID) {
      let atMs = machine.wallMs
      let key = "schedule/\(standup)/\(atMs)/written"
      written[key] = WrittenEnd(standup: "\(standup)", atMs: atMs)
      let at = Date(timeIntervalSince1970: Double(atMs) / 1000)
      tell(
        SaveWrittenMeeting(standup: standup, at: at), key: key,
        isOpen: { [self] in written[key]?.isAnswered == false }
      ) { [self] result in
        switch result {
        case .success(let reply):
          written[key]?.isAnswered = true
          written[key]?.meetings.insert("\(reply.meeting)")
        case .failure(let error):
          // A live meeting saves the updates itself.
          let code = (error as? BusError)?.code
          if code == .conflict || code == .notFound { written[key]?.isAnswered = true }
        }
      }
    }

    private static let pauseMs: Int64 = 700
    private static let maxAttempts = 25

    private func tell<Command: BusCommand>(
      _ command: Command, key: String? = nil, attempt: Int = 1,
      isOpen: @escaping @Sendable () -> Bool,
      _ take: @escaping @Sendable (Result<Command.Reply, any Error>) -> Void
    ) {
      guard attempt <= Self.maxAttempts, isOpen() else { return }
      if let router, let process = processes[.router], process.isAlive {
        process.start {
          do {
            take(
              .success(
                try await router.send(
                  command, options: CallOptions(timeoutMs: 3000, idempotencyKey: key))))
          } catch {
            take(.failure(error))
          }
        }
      }
      machine.after(ms: Self.pauseMs) { [self] in
        tell(command, key: key, attempt: attempt + 1, isOpen: isOpen, take)
      }
    }
  }
#endif
