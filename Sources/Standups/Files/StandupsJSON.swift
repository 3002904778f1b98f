public import Foundation

/// The `standups.json` of Point-Free's Standups and SyncUps: an array of standups with their
/// meetings.
///
/// `duration` is written as Swift's `Duration` encodes itself, a 128-bit count of attoseconds in
/// two integers; `date` as seconds since 2001-01-01 UTC; `theme` by name. What the apps do not know
/// stands in members of its own, `warnMs` and `mayRunOver` of a standup, `weight` and `absentUntilMs` of an attendee, `segments`, `durationMs`, `ending`, `attendees` and `turns` of
/// a meeting: they pass over them, and a file that is read again has lost nothing.
///
/// ```swift
/// let standups = try StandupsJSON.decode(data)
/// let copy = try StandupsJSON.encode(standups, dialect: .syncUps)
/// ```
public enum StandupsJSON {
  /// Which app shall read the file.
  public enum Dialect: Hashable, Sendable {
    /// Themes by their plain names.
    case standups
    /// Six themes are written `appOrange` and so on.
    case syncUps
  }

  /// Reads a file of either app, or of ours. Members that are not known are ignored.
  ///
  /// - Parameter isPart: whether it is a part of a file, which may go on with a long meeting of the part before
  ///   and end within one. Its meetings stay in its order; those of a file come newest first.
  /// - Throws: `StandupsJSONError`, which names the element and its member.
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

  /// The parts of one meeting of a file, each as the file could have it.
  ///
  /// - Parameter data: the meeting's object; one that is short is its only part.
  /// - Throws: `StandupsJSONError` with the place in the meeting.
  public static func parts(ofMeeting data: Data) throws -> [Data] {
    do {
      let meeting = try JSONDecoder().decode(FileMeeting.self, from: data)
      return try meeting.value.divided.map { Data(try write(FileMeeting($0)).utf8) }
    } catch let error as DecodingError {
      throw StandupsJSONError(error)
    }
  }

  /// Writes a whole file.
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
      // Parts stay in their order.
      if !isPart { value.meetings.sort { $0.date > $1.date } }
      result.append(value)
    }
    return result
  }
}
