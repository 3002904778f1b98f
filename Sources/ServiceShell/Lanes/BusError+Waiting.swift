public import Bus

extension BusError {
  /// The error for a command beyond the maximum number of waiting commands.
  public static let tooManyWaiting = BusError(
    .busy, "Too many commands are waiting; try again.", retryAfterMs: 200)
  /// The error for a command beyond the maximum number of commands that wait while the service
  /// loads.
  public static let stillLoading = BusError(
    .unavailable, "\(loading); try again.", retryAfterMs: 500)
  /// Reason why a service that loads its data cannot work yet, without a full stop.
  static let loading = "The service is still loading its data"
  /// The error for a command that waited beyond its deadline.
  public static let waitedTooLong = BusError(
    .expired, "The deadline passed while the command was waiting.")
}
