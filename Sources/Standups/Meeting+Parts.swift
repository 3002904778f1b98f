import FastJSON

/// Divides a meeting into parts, because a transcript of several hours does not fit in a message.
extension Meeting {
  /// Maximum estimated size of the segments, or of the transcript, of one part as JSON, in bytes.
  static let maxPartBytes = 200_000
  /// Maximum number of parts of a meeting.
  public static let maxParts = 32

  /// The meeting in parts. Only the first one has attendees, present and absent, turns, follow-ups and written updates.
  /// A meeting that fits in one part is returned unchanged.
  ///
  /// ```swift
  /// Meeting.joined(meeting.divided) == meeting
  /// ```
  public var divided: [Meeting] {
    let stretches = segments.pieces(atMost: Self.maxPartBytes) { $0.estimatedBytes }
    let texts = texts(stretches)
    let count = max(stretches.count, texts.count)
    guard count > 1 else { return [self] }
    return (0..<count).map { index in
      var part = Meeting(
        id: id, date: date, transcript: index < texts.count ? texts[index] : "",
        segments: index < stretches.count ? Array(stretches[index]) : [], durationMs: durationMs,
        ending: ending, plannedMs: plannedMs, pausedMs: pausedMs,
        part: index == 0 ? nil : index + 1, parts: count)
      if index == 0 {
        (part.attendees, part.turns, part.notes) = (attendees, turns, notes)
        (part.updates, part.absent, part.late) = (updates, absent, late)
      }
      return part
    }
  }

  /// Joins the parts of a meeting, starting with the first; nil for an empty array.
  public static func joined(_ parts: [Meeting]) -> Meeting? {
    guard var meeting = parts.first else { return nil }
    for part in parts.dropFirst() {
      meeting.transcript += part.transcript(after: meeting.segments.last)
      meeting.segments += part.segments
    }
    meeting.parts = nil
    return meeting
  }

  /// The transcript of a later part, with the separator from the speaker before it: a correction may
  /// have changed who speaks at the end of one part or at the start of the next one.
  private func transcript(after last: Segment?) -> String {
    guard let last, let first = segments.first, let separator = transcript.first,
      Segment.separators.contains(separator), transcript.dropFirst().hasPrefix(first.text)
    else { return transcript }
    return "\(first.separator(after: last))\(transcript.dropFirst())"
  }

  /// Divides the transcript: like the segments if it consists of their text, and by size otherwise.
  private func texts(_ stretches: [ArraySlice<Segment>]) -> [String] {
    guard stretches.count > 1, transcript.hasPrefix(MeetingSession.transcript(of: segments)) else {
      return transcript.unicodeScalars
        .pieces(atMost: Self.maxPartBytes) { JSONSize.bytes(of: String($0)) }
        .map { String(String.UnicodeScalarView($0)) }
    }
    var rest = transcript.unicodeScalars[...]
    var texts: [String] = []
    for stretch in stretches.dropLast() {
      var text = String.UnicodeScalarView()
      let separator = texts.isEmpty ? 0 : 1
      let count =
        separator + MeetingSession.transcript(of: Array(stretch)).unicodeScalars.count
      text.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
      texts.append(String(text))
    }
    return texts + [String(String.UnicodeScalarView(rest))]
  }
}

extension Collection where SubSequence: Collection {
  /// Divides the elements, in order, into pieces of a maximum size, with at least one element each.
  fileprivate func pieces(
    atMost most: Int, _ size: (Element) -> Int
  ) -> [SubSequence] {
    var pieces: [SubSequence] = []
    var (start, bytes) = (startIndex, 0)
    for index in indices {
      let own = size(self[index])
      if bytes + own > most, start != index {
        pieces.append(self[start..<index])
        (start, bytes) = (index, 0)
      }
      bytes += own
    }
    if start != endIndex { pieces.append(self[start...]) }
    return pieces
  }
}
