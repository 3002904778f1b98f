import Bus
public import FastJSON
import Foundation
import Standups

extension StandupSummary: FastCodable {
  /// Writes the summary; `lastMeeting` and `live` are omitted if they are nil.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""lastMeeting":"#, lastMeeting)
    writer.member(#""live":"#, live)
    writer.member(#""meetings":"#, meetings)
    writer.member(#""standup":"#, standup)
    writer.close()
  }

  /// Reads a summary.
  ///
  /// - Returns: nil if `standup` or `meetings` is missing, or if the input is unusual.
  public static func read(from reader: inout JSONReader) -> StandupSummary? {
    var (standup, meetings): (Standup?, Int?)
    var (lastMeeting, live): (Date?, Meeting.ID?)
    let isRead: Void? = reader.object { reader, member in
      switch member {
      case "lastMeeting": reader.date(into: &lastMeeting)
      case "live": reader.value(into: &live)
      case "meetings": reader.integer(into: &meetings)
      case "standup": reader.value(into: &standup)
      default: reader.skip()
      }
    }
    guard isRead != nil, let standup, let meetings else { return nil }
    return StandupSummary(
      standup: standup, meetings: meetings, lastMeeting: lastMeeting, live: live)
  }
}
