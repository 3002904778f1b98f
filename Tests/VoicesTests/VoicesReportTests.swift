import Foundation
import Testing

@testable import Voices

/// Recognises the voices of the meetings of `scripts/voices`.
struct VoicesReportTests {
  /// The environment variable with the directory of the meetings; without it, the test does not run.
  static let variable = "VOICES_REPORT"
  static let directory = ProcessInfo.processInfo.environment[variable].map {
    URL(fileURLWithPath: $0)
  }

  /// A meeting: the name of its samples (16 kHz mono, 16 bits, without a header), and times in milliseconds.
  private struct Meeting: Decodable {
    struct Turn: Decodable {
      let fromMs: Int64
      let person: UUID
    }
    struct Part: Decodable { let fromMs, toMs: Int64 }

    let file: String
    /// The meeting whose voices were learned before this one.
    let earlier: Int?
    let people: [UUID]
    let turns: [Turn]
    let utterances: [Part]
  }

  fileprivate struct Span: Encodable {
    let fromMs, toMs: Int64
    let person: UUID?
    let isDoubtful: Bool
  }

  /// The decisions without and with earlier prints: at once, and after all of the meeting.
  private struct Result: Encodable {
    var first, firstLater, known, knownLater: [Span]
    let seconds, cpu: Double
  }

  /// Embeddings that were computed by an earlier run.
  private struct Saved: Codable {
    struct Window: Codable {
      let fromMs, toMs: Int64
      let values: [Float]
    }
    let cpu: Double
    let utterances: [[Window]]
  }

  // Skipped because only scripts/voices makes the meetings.
  @Test(.enabled(if: directory != nil)) func recognisesTheMeetingsOfTheReport() throws {
    let directory = try #require(Self.directory)
    let meetings = try JSONDecoder().decode(
      [Meeting].self, from: Data(contentsOf: directory.appendingPathComponent("meetings.json")))
    try #require(!meetings.isEmpty)
    var learned: [[UUID: VoicePrint]] = []
    var results: [Result] = []
    for meeting in meetings {
      let samples = try Self.samples(directory.appendingPathComponent(meeting.file))
      let saved = try Self.windows(of: meeting, samples, in: directory)
      let first = run(meeting, samples, saved, prints: [:])
      learned.append(first.room.learned)
      let prints = try meeting.earlier.map {
        learned[try #require(learned.indices.contains($0) ? $0 : nil)]
      }
      let known = run(meeting, samples, saved, prints: prints ?? [:])
      results.append(
        Result(
          first: first.spans, firstLater: first.later, known: known.spans, knownLater: known.later,
          seconds: Double(samples.count) / 16_000, cpu: saved.cpu))
    }
    try JSONEncoder().encode(results).write(to: directory.appendingPathComponent("results.json"))
  }

  private func run(
    _ meeting: Meeting, _ samples: [Int16], _ saved: Saved, prints: [UUID: VoicePrint]
  ) -> (spans: [Span], later: [Span], room: RoomVoices) {
    var room = RoomVoices(
      candidates: meeting.people.map { VoiceCandidate(person: $0, print: prints[$0]) }, others: 0)
    let turns = meeting.turns.map { VoiceTurn(fromMs: $0.fromMs, person: $0.person) }
    var spans: [Span] = []
    var later: [Span] = []
    for (part, windows) in zip(meeting.utterances, saved.utterances) {
      let utterance = VoiceUtterance(
        samples: Self.piece(samples, part.fromMs, part.toMs), fromMs: part.fromMs,
        windows: windows.compactMap { window in
          VoiceEmbedding(window.values).map {
            VoiceWindow(fromMs: window.fromMs, toMs: window.toMs, embedding: $0)
          }
        }, turns: turns.filter { $0.fromMs < part.toMs })
      spans += room.attribute(utterance).map(Span.init)
      later += room.reconsider().map(Span.init)
    }
    return (spans, later, room)
  }

  private static func windows(
    of meeting: Meeting, _ samples: [Int16], in directory: URL
  ) throws -> Saved {
    let file = directory.appendingPathComponent(meeting.file + ".windows.json")
    if FileManager.default.fileExists(atPath: file.path) {
      return try JSONDecoder().decode(Saved.self, from: Data(contentsOf: file))
    }
    let network = try InstalledNetwork.get()
    let before = clock()
    let windows = try meeting.utterances.map { part in
      try VoiceWindows.windows(
        of: piece(samples, part.fromMs, part.toMs), fromMs: part.fromMs, by: network)
    }
    let saved = Saved(
      cpu: Double(clock() - before) / Double(CLOCKS_PER_SEC),
      utterances: windows.map { windows in
        windows.map { .init(fromMs: $0.fromMs, toMs: $0.toMs, values: $0.embedding.values) }
      })
    try JSONEncoder().encode(saved).write(to: file)
    return saved
  }

  private static func piece(_ samples: [Int16], _ fromMs: Int64, _ toMs: Int64) -> [Int16] {
    Array(samples[min(samples.count, Int(fromMs) * 16)..<min(samples.count, Int(toMs) * 16)])
  }

  private static func samples(_ file: URL) throws -> [Int16] {
    let bytes = [UInt8](try Data(contentsOf: file))
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}

extension VoicesReportTests.Span {
  fileprivate init(_ span: VoiceSpan) {
    self.init(
      fromMs: span.fromMs, toMs: span.toMs, person: span.person, isDoubtful: span.isDoubtful)
  }
}
