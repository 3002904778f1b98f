import Bus
public import FastJSON
import Standups

extension StandupSummary: FastEncodable {
  /// Writes the summary; `lastMeeting` and `live` are left out where there is none.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""lastMeeting":"#, lastMeeting)
    writer.member(#""live":"#, live)
    writer.member(#""meetings":"#, meetings)
    writer.member(#""standup":"#, standup)
    writer.close()
  }
}
