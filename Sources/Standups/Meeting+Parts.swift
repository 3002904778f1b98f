import FastJSON

/// What was said in hours fits no message: it is kept in parts.
extension Meeting {
  /// How many bytes of JSON the segments, or the transcript, of one part may come to, about.
  static let maxPartBytes = 200_000
  /// How many parts a meeting may have.
  public static let maxParts = 32

  /// The meeting in parts: the first one has all that is not words. One part is the meeting itself.
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
        ending: ending, part: index == 0 ? nil : index + 1, parts: count)
      if index == 0 { (part.attendees, part.turns, part.notes) = (attendees, turns, notes) }
      return part
    }
  }

  /// The meeting of which these are the parts, from the first one on; nil without any.
  public static func joined(_ parts: [Meeting]) -> Meeting? {
    guard var meeting = parts.first else { return nil }
    for part in parts.dropFirst() {
      meeting.transcript += part.transcript
      meeting.segments += part.segments
    }
    meeting.parts = nil
    return meeting
  }

  /// The transcript, cut where the segments are, if it is what they say.
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
  /// The elements in order, in pieces of a size, each of one element at least.
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
