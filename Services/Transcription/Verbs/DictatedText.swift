import Audio
import Bus
import Cells
import Foundation
import RouterAPI
import Standups
import TranscriptionAPI

/// Text of a recording in which a person speaks their written update. Only the transcription service
/// receives the audio, and it stores nothing.
struct DictatedText: Sendable {
  /// Samples per command: 3 s.
  private static let pieceSamples = 48_000
  /// Maximum number of times that the audio is sent to another instance of the service.
  private static let maxRestarts = 5
  /// Interval between requests for the last words.
  private static let pause = Duration.milliseconds(200)
  /// Maximum number of requests without progress: 60 s.
  private static let maxRequests = 300

  let connection: Connection
  let standup: Standup.ID
  /// Id of the dictation if the command is sent for no person.
  let tool: UUID
  var clock: any Clock<Duration> = ContinuousClock()

  /// Returns all samples of a recording, which may be as long as a dictation.
  static func samples(of source: AudioSource) async throws -> [Int16] {
    var samples: [Int16] = []
    for try await chunk in source.chunks() {
      samples += chunk.samples
      guard samples.count <= Dictate.maxSamples else {
        throw Failure.usage(
          "The recording is longer than \(Dictate.maxSamples / 16_000 / 60) minutes, the maximum of a"
            + " dictation.")
      }
    }
    guard !samples.isEmpty else { throw Failure.usage("The recording is empty.") }
    return samples
  }

  /// Recognises samples, and returns the lines.
  func lines(of samples: [Int16]) async throws -> [String] {
    let connection = try await connection.at(Slot(of: standup.rawValue))
    let by = try await connection.send(WhoAmI()).by
    let person = by.flatMap { PersonActor.person(in: $0) } ?? tool
    let id = Dictate.id(of: person.lowercaseText)
    // The lines of streams that were lost, and the reply of the present one.
    var earlier: [String] = []
    var reply: Dictate.Reply?
    var (offset, restarts, requests) = (0, 0, 0)
    while true {
      let end = min(offset + Self.pieceSamples, samples.count)
      let piece = samples[offset..<end]
      let command = Dictate(
        id: id, standup: "\(standup)", offset: Int64(offset),
        audio: piece.isEmpty ? nil : Data(PCM.bytes(piece)).base64EncodedString(),
        stream: reply?.stream, isLast: end == samples.count ? true : nil)
      do {
        let next = try await connection.send(command)
        requests = piece.isEmpty && next.lines == reply?.lines ? requests + 1 : 0
        reply = next
        offset = end
        if next.isOver == true { return earlier + next.lines }
      } catch let error as BusError
        where error.code == .notFound && reply != nil && restarts < Self.maxRestarts
      {
        earlier += reply?.lines ?? []
        offset = min(max(Int(clamping: reply?.settled ?? 0), 0), samples.count)
        (reply, restarts) = (nil, restarts + 1)
        if offset == samples.count { return earlier }
        continue
      }
      guard end == samples.count else { continue }
      guard requests < Self.maxRequests else {
        throw BusError(.expired, "The recording was not recognised within a minute; try again.")
      }
      try await clock.sleep(for: Self.pause)
    }
  }
}
