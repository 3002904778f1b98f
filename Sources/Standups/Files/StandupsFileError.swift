/// Why a standups.json cannot be read part by part.
public enum StandupsFileError: Error {
  /// The system does not read it.
  case unreadable(any Error)
  /// It became shorter while it was read.
  case cutOff
  /// It is no standups.json.
  case invalid(StandupsJSONError)
}
