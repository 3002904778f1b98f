import FastJSON
import Foundation

extension MeetingSession {
  /// The mark at the end of a transcript if recording stopped before the meeting did.
  public enum Mark: String, Codable, CaseIterable, Hashable, Sendable {
    /// Speech recognition failed.
    case failure
    /// Recording was no longer allowed.
    case denial

    /// The meaning of the mark, as a human-readable sentence.
    public var note: String {
      switch self {
      case .failure: "Speech recognition failed; anything said after this is missing."
      case .denial: "Recording stopped because it was no longer allowed."
      }
    }

    /// The mark as a string, which is appended to a transcript.
    public var text: String {
      switch self {
      case .failure: " ❌"
      case .denial: " 🔇"
      }
    }
  }

  /// Maximum estimated size of the segments as JSON, in bytes.
  ///
  /// A live meeting is kept in memory. The limit is about a day of speech without a pause; lines
  /// beyond it are published as events but not added to the transcript.
  public static let maxSegmentBytes = 4_000_000

  /// Converts recognised speech to a line, with the names of the attendees and the terms of the team as they
  /// are spelled.
  ///
  /// - Parameters:
  ///   - key: identifies the line; a line that was accepted before is rejected.
  ///   - fromMs: start of the speech, in milliseconds of real time since the meeting started.
  ///   - toMs: end of the speech, in the same unit.
  ///   - text: the words; a blank text is rejected.
  ///   - stream: id of the recognition stream, if the times are those of the speech and not those
  ///     of its arrival. Once speech of a microphone was accepted from one stream, the same speech
  ///     from another stream, which received the audio again, is rejected.
  ///   - person: id of the person whose own microphone recorded it; nil for the microphone of the
  ///     room. Words that both have recorded are accepted once.
  ///   - voice: id of the person whose voice was recognised; nil for none. Their own microphone decides
  ///     before a voice, and a person who does not take part has no lines.
  ///   - isDoubtful: whether the voice may be that of another person.
  ///   - glossary: the terms of the team, evaluated only for a line that is compared with them.
  ///     Default: none.
  /// - Returns: nil if the line is rejected.
  public func line(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil,
    person: Attendee.PersonID? = nil, voice: Attendee.PersonID? = nil, isDoubtful: Bool = false,
    glossary: @autoclosure () -> GlossarySpeller = .empty
  ) -> Line? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, !index.keys.contains(key) else { return nil }
    let (fromMs, toMs) = (Self.bounded(fromMs), Self.bounded(toMs))
    var heard = person.map { index.heard[$0] } ?? heard
    let isFirst = heard?.stream != stream
    if let stream {
      // If a line is recognised twice, its start and end differ a little, but by less than half of
      // its length.
      if let heard, heard.stream != stream, (fromMs + toMs) / 2 < heard.untilMs { return nil }
      heard = Heard(stream: stream, untilMs: max(toMs, heard?.untilMs ?? 0))
    }
    let log = FloorLog(entries: placedFloor, schedule: schedule)
    let own = attendee(of: person)
    let recognised = own == nil ? attendee(of: voice) : nil
    let attendee =
      own ?? recognised ?? attendee(inLog: log.speaker(fromReal: fromMs, toReal: toMs))
    let elapsed = log.elapsedMs(ofSpeechFrom: fromMs, to: toMs)
    let spelled = spelled(text, by: attendee, with: glossary())
    let segment = Segment(
      attendee: attendee.id, speaker: attendee.displayName, fromMs: elapsed.fromMs,
      toMs: elapsed.toMs, text: spelled ?? text,
      heard: spelled == nil ? nil : text,
      voice: recognised != nil ? .recognised : own == nil && isDoubtful ? .doubtful : nil)
    let line = Line(key: key, segment: segment, heard: heard, person: person)
    return index.recent.isDouble(line, isFirst: isFirst) ? nil : line
  }

  /// Returns whether a line fits in the transcript, and in one part of it.
  public func hasRoom(for line: Line) -> Bool {
    let bytes = line.segment.estimatedBytes
    return bytes <= Meeting.maxPartBytes && index.bytes + bytes <= Self.maxSegmentBytes
  }

  /// Adds a line to the transcript. If it does not fit, only `heard` is updated.
  public mutating func take(_ line: Line) {
    if let person = line.person {
      index.heard[person] = line.heard
    } else {
      heard = line.heard
    }
    index.recent.add(line)
    guard hasRoom(for: line) else { return }
    let position = segments.lastIndex { $0.fromMs <= line.segment.fromMs }.map { $0 + 1 } ?? 0
    index.add(line.key, line.segment, number: heardLines.count, at: position)
    heardLines.append(line.key)
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

  /// Adds recognised speech to the transcript; see `line` and `take`.
  ///
  /// - Returns: the new segment; nil if the speech was rejected.
  public mutating func hear(
    key: String, fromMs: Int64, toMs: Int64, text: String, stream: String? = nil,
    person: Attendee.PersonID? = nil, voice: Attendee.PersonID? = nil, isDoubtful: Bool = false,
    glossary: @autoclosure () -> GlossarySpeller = .empty
  ) -> Segment? {
    let line = line(
      key: key, fromMs: fromMs, toMs: toMs, text: text, stream: stream, person: person,
      voice: voice, isDoubtful: isDoubtful, glossary: glossary())
    if let line { take(line) }
    return line?.segment
  }

  /// Keeps only the last segments, for a message in which not all of them fit.
  ///
  /// - Parameter bytes: maximum estimated size of these segments as JSON, in bytes.
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

  /// Removes the transcript, for a message in which it does not fit.
  public mutating func leaveOutWords() {
    (segments, heardLines, transcript, mark) = ([], [], "", nil)
    index = LineIndex()
  }

  /// Records that speech recognition stopped, and marks a transcript that is not empty.
  public mutating func markFailure() {
    (isRecording, voices) = (false, nil)
    if !transcript.isEmpty { add(.failure) }
  }

  /// Records that recording was forbidden: no more speech is accepted, and the transcript is
  /// marked.
  public mutating func markDenial() {
    (isRecording, voices) = (false, nil)
    add(.denial)
  }

  mutating func add(_ new: Mark) {
    guard mark == nil else { return }
    mark = new
    transcript += new.text
  }

  /// Returns the words of all segments as one string, with a new line for each change of speaker.
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
    if let last { text.append(segment.separator(after: last)) }
    text += segment.text
  }

  /// Converts the session to a past meeting.
  ///
  /// - Parameters:
  ///   - ending: the way in which it ended.
  ///   - elapsedMs: elapsed meeting time at the end, in milliseconds.
  ///   - current: the standup at the end, which has the names of the attendees who were left out at
  ///     the start; nil if it is unknown.
  public func finished(
    _ ending: Meeting.Ending, elapsedMs: Int64, current: Standup? = nil
  ) -> Meeting {
    let startMs = (startedAt ?? clock.at).wallMs
    let turns = turns(untilMs: elapsedMs)
    /// Returns whether the attendees fit together with a number of turns. If not, the turns are
    /// omitted first, because the attendees are more important.
    func isFitting(turns: Int) -> Bool {
      Meeting.peopleBytes(standup.attendees, turns: turns) <= Meeting.maxPeopleBytes
    }
    var meeting = Meeting(
      id: id, date: Date(timeIntervalSince1970: Double(startMs) / 1000), transcript: transcript,
      segments: segments, durationMs: lastedMs(untilMs: elapsedMs), ending: ending,
      attendees: isFitting(turns: 0) ? standup.attendees.map(\.participant) : nil,
      turns: isFitting(turns: turns.count) ? turns : nil, plannedMs: standup.schedule().durationMs,
      pausedMs: pausedMs, notes: notes, updates: updates)
    (meeting.absent, meeting.late) = (absent(current), latecomers)
    // The attendees who were present, and their turns, are more important.
    if meeting.attendees == nil || meeting.peopleBytes > Meeting.maxPeopleBytes {
      (meeting.absent, meeting.late) = (nil, nil)
    }
    return meeting
  }

  /// The floor log, in which the entries of undone changes have the current positions of their
  /// attendees; see `attendee(inLog:)`. An attendee who takes part no more is replaced by the current
  /// speaker.
  private var placedFloor: [FloorChange] {
    guard floor.contains(where: { $0.attendee != nil }) else { return floor }
    let order = fullAgenda.order
    return floor.map { entry in
      guard let attendee = entry.attendee else { return entry }
      var entry = entry
      let place = standup.attendees.index(id: attendee)
      entry.speakerIndex =
        place.map { order.lastIndex(of: $0) ?? order.count + $0 } ?? speakerIndex
      return entry
    }
  }

  /// Returns the attendee at a position of `placedFloor`: an attendee without a turn is after all
  /// turns.
  private func attendee(inLog index: Int) -> Attendee {
    let place = index - schedule.speakers
    return standup.attendees.indices.contains(place)
      ? standup.attendees[place] : attendee(at: index)
  }

  /// The attendee of a person; nil for none, and for a person who does not take part.
  func attendee(of person: Attendee.PersonID?) -> Attendee? {
    person.flatMap { person in standup.attendees.first { $0.person == person } }
  }

  /// Returns the turns up to an elapsed time, in milliseconds. A turn continues across a pause and
  /// across a change that was undone; skipped time belongs to no attendee.
  public func turns(untilMs: Int64) -> [Meeting.Turn] {
    let (schedule, planned) = (schedule, fullAgenda.plannedMs)
    let end = min(untilMs, schedule.durationMs)
    var turns: [Meeting.Turn] = []
    // Several stretches of one turn have one plan.
    var last: Int?
    for (position, entry) in floor.enumerated() where entry.isRunning && entry.attendee == nil {
      var at = max(0, entry.elapsedMs)
      let stretch = elapsedMs(atEndOf: position) ?? end
      while at < min(stretch, end) {
        let speaker = schedule.speaker(at: at)
        let isLast = speaker + 1 >= schedule.speakers
        let until = min(stretch, end, isLast ? end : schedule.start(of: speaker + 1))
        let attendee = attendee(at: speaker).id
        let plan = speaker == last || !planned.indices.contains(speaker) ? 0 : planned[speaker]
        if let before = turns.last, before.attendee == attendee, before.toMs == at {
          turns[turns.count - 1].toMs = until
          turns[turns.count - 1].plannedMs = before.plannedMs.map { $0 + plan }
        } else {
          turns.append(
            Meeting.Turn(attendee: attendee, fromMs: at, toMs: until, plannedMs: plan))
        }
        (at, last) = (until, speaker)
      }
    }
    return turns
  }

  /// Returns the elapsed meeting time, in milliseconds, up to which an entry of the floor log lasts;
  /// nil for the last one.
  ///
  /// Both clocks are truncated to milliseconds, so the time since the entry may differ by one. The
  /// next entry has the time of the clock, unless a turn was skipped.
  private func elapsedMs(atEndOf position: Int) -> Int64? {
    guard position + 1 < floor.count else { return nil }
    let (entry, next) = (floor[position], floor[position + 1])
    if next.attendee != nil {
      return floor[(position + 1)...].first { $0.attendee == nil }?.elapsedMs
    }
    let elapsed = entry.elapsedMs + max(0, next.sinceMs - entry.sinceMs)
    return next.isRunning ? min(elapsed, next.elapsedMs) : next.elapsedMs
  }

  /// Converts the times of speech, in milliseconds of real time since the start, to elapsed meeting time.
  func elapsedMs(ofSpeechFrom fromMs: Int64, to toMs: Int64) -> (fromMs: Int64, toMs: Int64) {
    FloorLog(entries: placedFloor, schedule: schedule)
      .elapsedMs(ofSpeechFrom: Self.bounded(fromMs), to: Self.bounded(toMs))
  }

  /// A meeting lasts at most a day, but an alert may be open for a long time; a bound of ten years prevents overflow.
  private static func bounded(_ ms: Int64) -> Int64 { min(max(ms, 0), 315_360_000_000) }
}

extension FloorLog {
  /// Converts the times of speech; its end does not precede its start.
  fileprivate func elapsedMs(
    ofSpeechFrom fromMs: Int64, to toMs: Int64
  ) -> (fromMs: Int64, toMs: Int64) {
    let from = elapsedMs(atReal: fromMs)
    return (from, max(from, elapsedMs(atReal: toMs)))
  }
}

/// Keys and total size of the lines of a meeting, and the state of its microphones.
struct LineIndex: Hashable, Sendable {
  private(set) var keys: Set<String>
  /// Position up to which the speech of each own microphone was recognised, by person.
  var heard: [Attendee.PersonID: MeetingSession.Heard] = [:]
  /// The last lines, among which a double is found.
  var recent = RecentLines()
  /// Estimated size of the segments as JSON, in bytes.
  private(set) var bytes: Int
  /// Number of the accepted line of each segment; empty if it is not known.
  private var numbers: [Int32]

  init(keys: [String] = [], segments: [Segment] = []) {
    self.keys = Set(keys)
    // In a message, lines are in order of their acceptance, which is nearly always that of their times.
    numbers = keys.count == segments.count ? keys.indices.map { Int32(clamping: $0) } : []
    bytes = segments.reduce(0) { $0 + $1.estimatedBytes }
  }

  /// Adds a line with its number, and the position of its segment.
  mutating func add(_ key: String, _ segment: Segment, number: Int, at position: Int) {
    keys.insert(key)
    bytes += segment.estimatedBytes
    if numbers.count == number, position <= number {
      numbers.insert(Int32(clamping: number), at: position)
    } else {
      numbers = []
    }
  }

  /// Position of the segment of an accepted line; nil if it is not known.
  func position(ofLine number: Int) -> Int? { numbers.firstIndex(of: Int32(clamping: number)) }

  /// Number of the accepted line of a segment; nil if it is not known.
  func number(at position: Int) -> Int? {
    numbers.indices.contains(position) ? Int(numbers[position]) : nil
  }

  mutating func replace(_ old: Segment, with new: Segment) {
    bytes += new.estimatedBytes - old.estimatedBytes
  }

  /// Compares the lines. The state of the microphones follows from them, and is not part of a session
  /// in a message.
  static func == (first: Self, second: Self) -> Bool {
    first.keys == second.keys && first.bytes == second.bytes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(bytes)
  }
}

extension Segment {
  /// The characters that separate the segments of a transcript.
  static let separators: Set<Character> = [" ", "\n"]

  /// Returns the character between this segment and the one before it.
  func separator(after last: Segment) -> Character { last.attendee == attendee ? " " : "\n" }

  /// Estimated size as JSON, in bytes: text and speaker, and 130 bytes for the id, the times and
  /// the names of the members; and the recognised words and speaker, if they differ.
  public var estimatedBytes: Int {
    JSONSize.bytes(of: text) + JSONSize.bytes(of: speaker) + 130
      + (heard.map { JSONSize.bytes(of: $0) + 11 } ?? 0)
      + (heardSpeaker.map { JSONSize.bytes(of: $0) + 74 } ?? 0) + (voice == nil ? 0 : 21)
  }
}
