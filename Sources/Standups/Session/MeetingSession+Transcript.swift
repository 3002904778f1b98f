import FastJSON
import Foundation

extension MeetingSession {
  /// With what a transcript ends if recording stopped before the meeting did.
  public enum Mark: String, Codable, CaseIterable, Hashable, Sendable {
    /// Speech recognition failed.
    case failure
    /// It was no longer allowed.
    case denial

    /// What it says, in a sentence for a person.
    public var note: String {
      switch self {
      case .failure: "Speech recognition failed; anything said after this is missing."
      case .denial: "Recording stopped because it was no longer allowed."
      }
    }

    /// The mark as it stands at the end of a text.
    public var text: String {
      switch self {
      case .failure: " ❌"
      case .denial: " 🔇"
      }
    }
  }

  /// How many bytes of JSON the segments may come to, about.
  ///
  /// It is all in memory while the meeting is live. This is about a day of talk without a pause; what is
  /// heard after that is announced as an event, and not kept in the transcript.
  public static let maxSegmentBytes = 4_000_000

  /// What a line that was heard becomes.
  ///
  /// - Parameters:
  ///   - key: names the line; a line that was taken before is not taken again.
  ///   - fromMs: where it begins, in milliseconds of real time since the meeting started.
  ///   - toMs: where it ends.
  ///   - text: a blank line is not taken.
  ///   - stream: the stream of recognition that heard it, if its times are the speaker's and not the
  ///     network's. What one stream has told is not taken again from another one, which got the audio
  ///     again.
  /// - Returns: nil if it is not to be taken.
  public func line(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil
  ) -> Line? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, !index.keys.contains(key) else { return nil }
    // A meeting lasts a day at most, but an alert may be open for long: ten years bound the
    // arithmetic.
    let (fromMs, toMs) = (Self.bounded(fromMs), Self.bounded(toMs))
    var heard = heard
    if let stream {
      // The ends of a line that is heard twice differ a little, but not by half of it.
      if let heard, heard.stream != stream, (fromMs + toMs) / 2 < heard.untilMs { return nil }
      heard = Heard(stream: stream, untilMs: max(toMs, heard?.untilMs ?? 0))
    }
    let log = FloorLog(entries: floor, schedule: schedule)
    let attendee = attendee(at: log.speaker(fromReal: fromMs, toReal: toMs))
    let from = log.elapsedMs(atReal: fromMs)
    let segment = Segment(
      attendee: attendee.id, speaker: attendee.displayName, fromMs: from,
      toMs: max(from, log.elapsedMs(atReal: toMs)), text: text)
    return Line(key: key, segment: segment, heard: heard)
  }

  /// Whether a line has room in the transcript, and in a part of it.
  public func hasRoom(for line: Line) -> Bool {
    let bytes = line.segment.estimatedBytes
    return bytes <= Meeting.maxPartBytes && index.bytes + bytes <= Self.maxSegmentBytes
  }

  /// Takes a line. Of one without room only how far was heard is kept.
  public mutating func take(_ line: Line) {
    heard = line.heard
    guard hasRoom(for: line) else { return }
    heardLines.append(line.key)
    index.add(line.key, line.segment)
    let position = segments.lastIndex { $0.fromMs <= line.segment.fromMs }.map { $0 + 1 } ?? 0
    let mark = mark?.text ?? ""
    transcript.unicodeScalars.removeLast(mark.unicodeScalars.count)
    if position == segments.count {
      Self.append(line.segment, after: segments.last, to: &transcript)
      segments.append(line.segment)
    } else {
      segments.insert(line.segment, at: position)
      transcript = Self.transcript(of: segments)
    }
    transcript += mark
  }

  /// Takes a line that was heard; see `line` and `take`.
  ///
  /// - Returns: the segment that it became; nil if it was not taken.
  public mutating func hear(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil
  ) -> Segment? {
    let line = line(key: key, fromMs: fromMs, toMs: toMs, text: text, stream: stream)
    if let line { take(line) }
    return line?.segment
  }

  /// Leaves the last words only, where there is no room to tell all.
  ///
  /// - Parameter bytes: how many bytes of JSON their segments may come to, about.
  public mutating func leaveLastWords(bytes: Int) {
    var (first, sum) = (segments.count, 0)
    while first > 0, sum + segments[first - 1].estimatedBytes <= bytes {
      first -= 1
      sum += segments[first].estimatedBytes
    }
    guard first > 0 else { return }
    segments.removeFirst(first)
    transcript = Self.transcript(of: segments) + (mark?.text ?? "")
    heardLines = []
    index = LineIndex()
  }

  /// Forgets what was said, where there is no room to tell it.
  public mutating func leaveOutWords() {
    (segments, heardLines, transcript, mark) = ([], [], "", nil)
    index = LineIndex()
  }

  /// Speech recognition stopped: a transcript that is not empty says so, once.
  public mutating func markFailure() {
    isRecording = false
    if !transcript.isEmpty { add(.failure) }
  }

  /// Recording was forbidden: nothing is heard from now on, and the transcript says so.
  public mutating func markDenial() {
    isRecording = false
    add(.denial)
  }

  mutating func add(_ new: Mark) {
    guard mark == nil else { return }
    mark = new
    transcript += new.text
  }

  /// All that was said as one text, with a line for each turn.
  public static func transcript(of segments: [Segment]) -> String {
    var text = ""
    var last: Segment?
    for segment in segments {
      append(segment, after: last, to: &text)
      last = segment
    }
    return text
  }

  private static func append(_ segment: Segment, after last: Segment?, to text: inout String) {
    if let last { text += last.attendee == segment.attendee ? " " : "\n" }
    text += segment.text
  }

  /// The past meeting that this one becomes.
  public func finished(_ ending: Meeting.Ending, elapsedMs: Int64) -> Meeting {
    let startMs = (startedAt ?? clock.at).wallMs
    let turns = turns(untilMs: elapsedMs)
    /// Who was there is worth more than for how long each had the floor.
    func isFitting(turns: Int) -> Bool {
      Meeting.peopleBytes(standup.attendees, turns: turns) <= Meeting.maxPeopleBytes
    }
    return Meeting(
      id: id, date: Date(timeIntervalSince1970: Double(startMs) / 1000), transcript: transcript,
      segments: segments, durationMs: elapsedMs, ending: ending,
      attendees: isFitting(turns: 0) ? standup.attendees.map(\.person) : nil,
      turns: isFitting(turns: turns.count) ? turns : nil, notes: notes)
  }

  /// Who had the floor when, up to an elapsed time in milliseconds. A turn goes on over a pause; what was
  /// skipped belongs to nobody.
  public func turns(untilMs: Int64) -> [Meeting.Turn] {
    let schedule = schedule
    let end = min(untilMs, schedule.durationMs)
    var turns: [Meeting.Turn] = []
    for (position, entry) in floor.enumerated() where entry.isRunning {
      var at = max(0, entry.elapsedMs)
      let next = position + 1 < floor.count ? floor[position + 1] : nil
      let stretch = next.map { entry.elapsedMs + max(0, $0.sinceMs - entry.sinceMs) } ?? end
      while at < min(stretch, end) {
        let speaker = schedule.speaker(at: at)
        let isLast = speaker + 1 >= schedule.speakers
        let until = min(stretch, end, isLast ? end : schedule.start(of: speaker + 1))
        let attendee = attendee(at: speaker).id
        if let last = turns.last, last.attendee == attendee, last.toMs == at {
          turns[turns.count - 1].toMs = until
        } else {
          turns.append(Meeting.Turn(attendee: attendee, fromMs: at, toMs: until))
        }
        at = until
      }
    }
    return turns
  }

  private static func bounded(_ ms: Int64) -> Int64 { min(max(ms, 0), 315_360_000_000) }
}

/// What the lines of a meeting come to.
struct LineIndex: Hashable, Sendable {
  private(set) var keys: Set<String>
  /// How many bytes of JSON the segments take, about.
  private(set) var bytes: Int

  init(keys: [String] = [], segments: [Segment] = []) {
    self.keys = Set(keys)
    bytes = segments.reduce(0) { $0 + $1.estimatedBytes }
  }

  mutating func add(_ key: String, _ segment: Segment) {
    keys.insert(key)
    bytes += segment.estimatedBytes
  }
}

extension Segment {
  /// How many bytes of JSON it comes to, about: text and speaker, and 130 bytes for the id, the times and
  /// the names of the members.
  public var estimatedBytes: Int {
    JSONSize.bytes(of: text) + JSONSize.bytes(of: speaker) + 130
  }
}
