package import Bus

/// Sends commands to services that may be absent.
extension Parent {
  /// Timeout of a command to a service about work in progress, in milliseconds.
  package static let patienceMs = 2000

  /// Time without a reply after which a service counts as absent if a caller is waiting, in
  /// milliseconds.
  package static let absenceMs = 500

  /// Maximum number of commands that one call sends to a service concurrently: enough to keep the
  /// service busy, but few compared with its capacity, so that it does not reject other callers.
  package static let maxAtOnce = 64

  /// Errors of the bus for a service that does not respond.
  package static let absence: [BusError.Code] = [.unavailable, .draining, .expired]

  /// True if a service is available, judged by its reply.
  ///
  /// - Returns: false if it is unavailable; the remaining commands are then skipped.
  /// - Throws: any other error. `expired` becomes `unavailable`, which can be retried, because the
  ///   service may not have executed the command.
  package static func isThere(_ reply: Result<some Any, any Error>) throws -> Bool {
    do {
      _ = try reply.get()
      return true
    } catch let error as BusError where [.unavailable, .draining].contains(error.code) {
      return false
    } catch let error as BusError where error.code == .expired {
      throw BusError(.unavailable, error.message)
    }
  }

  /// Cancels work of a service. An absent service reloads its work when it is available again, and
  /// the cancelled work is no longer included.
  ///
  /// - Throws: any other error; the caller must send the cancel again. `expired` becomes
  ///   `unavailable`, which can be retried: a service that did not respond for a moment does not
  ///   reload its work, and may not have executed the command.
  package func giveUp(_ command: some BusCommand, timeoutMs: Int = patienceMs) async throws {
    do {
      try await sendIfThere(command, timeoutMs: timeoutMs)
    } catch {
      _ = try Self.isThere(Result<Done, any Error>.failure(error))
    }
  }

  /// Notifies a service of a change that it also notices later. An absent or unresponsive service
  /// is skipped.
  package func notify(_ command: some BusCommand, timeoutMs: Int) async throws {
    do {
      try await sendIfThere(command, timeoutMs: timeoutMs)
    } catch let error as BusError where Self.absence.contains(error.code) {
      return
    }
  }

  /// Sends a command about something that may no longer exist.
  ///
  /// - Returns: the reply; nil for `not_found`.
  @discardableResult
  package func sendIfThere<Command: BusCommand>(
    _ command: Command, timeoutMs: Int = 5000, about id: String? = nil
  ) async throws -> Command.Reply? {
    do {
      return try await send(command, timeoutMs: timeoutMs, about: id)
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }
}
