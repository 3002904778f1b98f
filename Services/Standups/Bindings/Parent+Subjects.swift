import Bus
import Composition
import Standups
import StandupsAPI

extension Parent {
  /// Returns the standup to which an opaque subject of another service refers.
  ///
  /// The scope of the delegate call applies, because the command to standups has the same one. Only
  /// the form of an id in lower case counts, which all commands about the standup use.
  ///
  /// - Returns: nil for a subject that is not a standup, if the scope includes all teams.
  /// - Throws: `not_found` for any other scope that does not include the standup; `moved` if the
  ///   standup is in another cell; `unavailable` if standups does not reply.
  func standup(named subject: String) async throws -> Standup? {
    do {
      guard let id = Standup.ID(subject), "\(id)" == subject else {
        throw BusError(
          .notFound, "Standup “\(subject)” not found. It may have been deleted.",
          detail: ["standup": subject])
      }
      return try await send(GetStandup(id: id, limit: 0), timeoutMs: Self.patienceMs).summary
        .standup
    } catch let error as BusError where error.code == .notFound && cause.scope == .all {
      return nil
    } catch let error as BusError
      where Self.absence.contains(error.code) || error.code == .unroutable
    {
      throw BusError(.unavailable, error.message, retryAfterMs: error.retryAfterMs)
    }
  }
}
