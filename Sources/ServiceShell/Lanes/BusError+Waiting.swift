public import Bus

extension BusError {
  /// The refusal of a command beyond the number that may wait.
  public static let tooManyWaiting = BusError(
    .busy, "Too many commands are waiting; try again.", retryAfterMs: 200)
  /// The refusal of a command beyond the number that may wait while the service loads.
  public static let stillLoading = BusError(
    .unavailable, "The service is still loading its data; try again.", retryAfterMs: 500)
  /// The refusal of a command that waited too long.
  public static let waitedTooLong = BusError(
    .expired, "The deadline passed while the command was waiting.")
}
