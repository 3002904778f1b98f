/// The reason why a standups.json cannot be read in parts.
public enum StandupsFileError: Error {
  /// The system could not read the file.
  case unreadable(any Error)
  /// The file became shorter while it was being read.
  case cutOff
  /// The file is not a valid standups.json.
  case invalid(StandupsJSONError)
}
