public import FastJSON

extension MeetingSession.Destination: FastCodable {
  /// Writes `{"alert": {…}}`, with the alert in the format of its synthesised `Codable`.
  public func write(to writer: inout JSONWriter) {
    let alert =
      switch self {
      case .alert(let alert): alert
      }
    writer.raw(#"{"alert":{"#)
    switch alert {
    case .speechAuthorization: writer.raw(#""speechAuthorization":{}"#)
    case .speechDenied: writer.raw(#""speechDenied":{}"#)
    case .paused: writer.raw(#""paused":{}"#)
    case .speechRestricted(let reason):
      writer.raw(#""speechRestricted":{"reason":"#)
      writer.string(reason)
      writer.close()
    case .endMeeting(let isDiscardable):
      writer.raw(#""endMeeting":{"isDiscardable":"#)
      writer.bool(isDiscardable)
      writer.close()
    case .speechFailed(let reason):
      writer.raw(#""speechFailed":{"reason":"#)
      writer.string(reason)
      writer.close()
    }
    writer.close()
    writer.close()
  }

  /// Reads the screen over a meeting.
  ///
  /// - Returns: nil if the alert is unknown or the input is unusual; Foundation then decodes it.
  public static func read(from reader: inout JSONReader) -> Self? {
    var alert: MeetingSession.Alert?
    let isRead: Void? = reader.object { reader, name in
      guard "alert" ~= name else { return reader.skip() }
      return reader.object { reader, name in
        alert = self.alert(name, &reader)
        return alert != nil
      } != nil
    }
    return isRead == nil ? nil : alert.map { .alert($0) }
  }

  private static func alert(
    _ name: JSONName, _ reader: inout JSONReader
  ) -> MeetingSession.Alert? {
    var (reason, isDiscardable): (String?, Bool?)
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "reason": reader.string(into: &reason)
      case "isDiscardable": reader.bool(into: &isDiscardable)
      default: reader.skip()
      }
    }
    guard isRead != nil else { return nil }
    return switch name {
    case "speechAuthorization": .speechAuthorization
    case "speechDenied": .speechDenied
    case "paused": .paused
    case "speechRestricted": reason.map { .speechRestricted(reason: $0) }
    case "endMeeting": isDiscardable.map { .endMeeting(isDiscardable: $0) }
    case "speechFailed": reason.map { .speechFailed(reason: $0) }
    default: nil
    }
  }
}
