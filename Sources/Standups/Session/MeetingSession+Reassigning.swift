/// Lines of the room whose voice is recognised after they were accepted, because a voice is known only once its
/// person has spoken for a while.
extension MeetingSession {
  /// A line of the transcript that belongs to another attendee than before.
  public struct ReassignedLine: Hashable, Sendable {
    /// Position of the line among the accepted ones, from 0.
    public let number: Int
    /// Position of its segment in `segments`.
    let position: Int
    /// The line with its new speaker.
    public let line: Line
    /// Id of the attendee to whom it belonged before.
    public let was: Attendee.ID
  }

  /// Converts an accepted line whose voice was recognised since.
  ///
  /// - Parameters:
  ///   - key: identifies the line.
  ///   - voice: id of the person whose voice it is.
  /// - Returns: nil if the line is not in the transcript, if the person does not take part, and if the line is theirs
  ///   already.
  public func reassigned(key: String, voice: Attendee.PersonID) -> ReassignedLine? {
    guard index.keys.contains(key), let number = heardLines.firstIndex(of: key),
      let attendee = attendee(of: voice)
    else { return nil }
    guard let position = index.position(ofLine: number), segments.indices.contains(position) else {
      return nil
    }
    let was = segments[position]
    // A person who corrected the line knows better than the recognition.
    guard was.heardAttendee == nil, was.attendee != attendee.id || was.voice == .doubtful else {
      return nil
    }
    var segment = was
    (segment.attendee, segment.speaker) = (attendee.id, attendee.displayName)
    segment.voice = .recognised
    // The position up to which the room was recognised does not change.
    let line = Line(key: key, segment: segment, heard: heard)
    return ReassignedLine(number: number, position: position, line: line, was: was.attendee)
  }

  /// Gives a line of the transcript to another attendee, because someone corrected it. The recognised speaker stays
  /// beside it.
  ///
  /// - Parameters:
  ///   - position: position of the line in `segments`.
  ///   - attendee: the attendee who spoke it.
  /// - Returns: nil for a position without a line, if its key is not known, and if the line is theirs already.
  public func corrected(at position: Int, to attendee: Attendee) -> ReassignedLine? {
    guard segments.indices.contains(position), let number = index.number(at: position),
      heardLines.indices.contains(number), segments[position].attendee != attendee.id
    else { return nil }
    let was = segments[position]
    let line = Line(
      key: heardLines[number], segment: was.corrected(text: nil, attendee: attendee), heard: heard)
    return ReassignedLine(number: number, position: position, line: line, was: was.attendee)
  }

  /// The keys of the last lines whose speaker was corrected, with the attendees who spoke them, in order of time.
  ///
  /// - Parameter limit: maximum number of lines.
  public func correctedLines(limit: Int) -> [(key: String, attendee: Attendee?)] {
    let positions = segments.indices.filter { segments[$0].heardAttendee != nil }.suffix(limit)
    return positions.compactMap { position in
      guard let number = index.number(at: position), heardLines.indices.contains(number) else {
        return nil
      }
      return (heardLines[number], standup.attendees[id: segments[position].attendee])
    }
  }

  /// Replaces a line of the transcript.
  public mutating func take(_ reassigned: ReassignedLine) {
    guard segments.indices.contains(reassigned.position) else { return }
    let segment = reassigned.line.segment
    index.replace(segments[reassigned.position], with: segment)
    segments[reassigned.position] = segment
    transcript = Self.transcript(of: segments) + (mark?.text ?? "")
  }
}
