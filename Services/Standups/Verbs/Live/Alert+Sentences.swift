import Standups

extension MeetingSession.Alert {
  /// The title and the message as a line of text without control characters.
  var sentences: String {
    let stop = title.last.map { ".?!".contains($0) } ?? true ? "" : "."
    return "\(title)\(stop) \(DisplayText.safe(message))"
  }
}
