public import Foundation

/// The `standups.json` format of Point-Free's Standups and SyncUps: an array of standups with their
/// meetings.
///
/// `duration` is encoded like Swift's `Duration`, a 128-bit number of attoseconds in two integers;
/// `date` as seconds since 2001-01-01 UTC; `theme` by name. Values that the apps do not have are in
/// additional members: `warnMs`, `mayRunOver`, `language` and `isArchived` of a standup, `weight`, `absentUntilMs` and `person`
/// of an attendee, `segments`, `durationMs`, `ending`, `attendees`, `turns`,
/// `plannedMs`, `pausedMs`, `absent`, `late`, `notes`, `updates` and `isErased` of a meeting. The apps ignore them; reading the file again restores them.
///
/// ```swift
/// let standups = try StandupsJSON.decode(data)
/// let copy = try StandupsJSON.encode(standups, dialect: .syncUps)
/// ```
public enum StandupsJSON {
  /// The app that will read the file.
  public enum Dialect: Hashable, Sendable {
    /// Themes have their plain names.
    case standups
    /// Six themes have a prefix, such as `appOrange`.
    case syncUps
  }

  /// Decodes a file of either app or of this project. Unknown members are ignored.
  ///
  /// - Parameter isPart: true if the data is a part of a file, which may begin with the rest of a
  ///   long meeting of the previous part and end within another. The meetings of a part keep their
  ///   order; those of a whole file are sorted, newest first.
  /// - Throws: `StandupsJSONError` with the path of the element and its member.
  public static func decode(
    _ data: Data, isPart: Bool = false
  ) throws(StandupsJSONError) -> [StandupWithMeetings] {
    let elements: [FileStandup]
    do {
      elements = try JSONDecoder().decode(
        [FileStandup].self, from: FileText.withoutMark(data))
    } catch let error as DecodingError {
      throw StandupsJSONError(error)
    } catch {
      throw StandupsJSONError(path: "", problem: "the file cannot be read: \(error)")
    }
    return try check(elements, isPart)
  }

  /// Divides a meeting of a file into parts, each in the format of a file.
  ///
  /// - Parameter data: JSON object of the meeting.
  /// - Returns: the parts; a short meeting is returned as one.
  /// - Throws: `StandupsJSONError` with the path in the meeting.
  public static func parts(ofMeeting data: Data) throws -> [Data] {
    do {
      let meeting = try JSONDecoder().decode(FileMeeting.self, from: data)
      return try meeting.value.divided.map { Data(try write(FileMeeting($0)).utf8) }
    } catch let error as DecodingError {
      throw StandupsJSONError(error)
    }
  }

  /// Encodes a whole file.
  public static func encode(
    _ standups: [StandupWithMeetings], dialect: Dialect = .standups
  ) throws -> Data {
    var text = start
    for (position, element) in standups.enumerated() {
      text += try opening(of: element.standup, isFirst: position == 0, dialect: dialect)
      text += try meetings(element.meetings, areFirst: true) + closing
    }
    return Data((text + end).utf8)
  }

  private static func check(
    _ elements: [FileStandup], _ isPart: Bool
  ) throws(StandupsJSONError) -> [StandupWithMeetings] {
    var standups: Set<Standup.ID> = []
    var meetings: Set<Meeting.ID> = []
    var result: [StandupWithMeetings] = []
    for (position, element) in elements.enumerated() {
      var value = element.value
      if !standups.insert(value.id).inserted {
        throw StandupsJSONError(
          path: "[\(position)].id", problem: "another standup in the file has the same id")
      }
      if value.standup.attendees.count != element.attendees.count {
        throw StandupsJSONError(
          path: "[\(position)].attendees", problem: "two attendees have the same id")
      }
      if let problem = value.standup.problem {
        throw StandupsJSONError(
          path: "[\(position)].\(problem.member)", problem: problem.description)
      }
      for (index, meeting) in (element.meetings ?? []).enumerated() {
        let path = "[\(position)].meetings[\(index)]"
        guard isPart || meeting.parts == nil else {
          throw StandupsJSONError(
            path: "\(path).parts", problem: "expected a complete meeting, not a part of one")
        }
        guard meetings.insert(meeting.id).inserted || meeting.part != nil else {
          throw StandupsJSONError(
            path: "\(path).id", problem: "another meeting in the file has the same id")
        }
        if let problem = meeting.value.problem {
          throw StandupsJSONError(path: path + problem.path, problem: problem.problem)
        }
      }
      // The meetings of a part, some of them parts themselves, must stay in order.
      if !isPart { value.meetings.sort { $0.date > $1.date } }
      result.append(value)
    }
    return result
  }
}
