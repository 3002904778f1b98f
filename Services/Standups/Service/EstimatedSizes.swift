import FastJSON
import Standups

extension Standup {
  /// Estimated size as JSON, in bytes.
  var estimatedBytes: Int {
    attendees.reduce(300 + JSONSize.bytes(of: title)) {
      $0 + JSONSize.bytes(of: $1.name) + ($1.person == nil ? 64 : 64 + Attendee.personBytes)
    }
  }
}

extension Meeting {
  /// The meeting, without its segments, follow-ups and updates if the segments are long: a commit contains
  /// the meeting several times and has to fit in a message. The saved document is always complete,
  /// and each segment has its own event.
  var fitting: Meeting {
    guard segmentBytes > 50_000 else { return self }
    var meeting = self
    (meeting.segments, meeting.notes, meeting.updates) = ([], nil, nil)
    return meeting
  }

  /// The meeting as the event of an import contains it, with its segments because they have no
  /// events of their own.
  ///
  /// Several hours of speech can be too long for a commit; the event then has the transcript
  /// without segments.
  var imported: Meeting {
    guard !hasRoomForSegments else { return self }
    var meeting = self
    meeting.segments = []
    return meeting
  }

  /// True if its segments fit in the event of an import.
  private var hasRoomForSegments: Bool {
    3 * JSONSize.bytes(of: transcript) + 2 * segmentBytes <= 750_000
  }

  /// Estimated size of its segments as JSON, in bytes.
  var segmentBytes: Int {
    segments.reduce(0) { $0 + $1.estimatedBytes }
  }

  /// Estimated size of the meeting in a commit, in bytes: the document, the text for the search
  /// index and the event, each with its other members.
  var committedBytes: Int {
    let (words, segments) = (JSONSize.bytes(of: transcript), segmentBytes)
    let notes = (notes ?? []).estimatedBytes + (updates ?? []).estimatedBytes
    return 3 * words + segments + (hasRoomForSegments ? segments : 0) + 2 * peopleBytes + 4 * notes
      + 900
  }
}
