import Bus
import Foundation
import Messages

/// Delegate calls that no binding handled, or whose binding failed for good: kept as documents,
/// listed, delivered again, dropped.
struct DeadLetterOffice: Sendable {
  static let collection = "deadLetters"

  let router: Router

  static func document(_ letter: RouterNotice.Letter, at date: Date) throws -> Document {
    let id = letter.id.uuidString.lowercased()
    let body = DeadLetter(
      id: id, time: date, sender: letter.service, target: letter.message,
      attempts: letter.attempts, error: letter.error,
      correlation: letter.correlation?.uuidString.lowercased(),
      body: try? BusJSON.decode(JSONValue.self, from: letter.body))
    return Document(
      collection: collection, id: id, sortKey: Int64(date.timeIntervalSince1970 * 1000),
      body: try JSONValue(encoding: body))
  }

  func answer(_ command: DeadLetters, cause: Header) async throws -> DeadLetters.Reply {
    let options = CallOptions(cause: cause)
    if command.action == .list { return try await list(command, options) }
    var removed: [String] = []
    for letter in try await chosen(command, options) {
      if command.action == .replay {
        guard let body = letter.body else {
          throw BusError(.invalid, "The letter \(letter.id) has no readable body; drop it.")
        }
        try await router.redeliver(letter.target, body: BusJSON.encode(body), cause: cause)
      }
      _ = try await router.send(
        Commit(changes: [.delete(collection: Self.collection, id: letter.id)]), options: options)
      removed.append(letter.id)
    }
    var reply = try await list(DeadLetters(), options)
    reply.removed = removed
    return reply
  }

  private func list(_ command: DeadLetters, _ options: CallOptions) async throws
    -> DeadLetters.Reply
  {
    let page = try await router.send(
      Load(
        collection: Self.collection, after: command.after, limit: command.limit, newestFirst: true),
      options: options)
    return DeadLetters.Reply(
      letters: try page.documents.map { try $0.body.decode() }, total: page.total,
      next: page.next)
  }

  /// The letter that is named, or all of them, oldest first.
  private func chosen(_ command: DeadLetters, _ options: CallOptions) async throws -> [DeadLetter] {
    if let id = command.id {
      let page = try await router.send(
        Load(collection: Self.collection, id: id), options: options)
      guard let document = page.documents.first else {
        throw BusError(
          .notFound, "There is no dead letter “\(id)”. `standups dead-letters` lists them.")
      }
      return [try document.body.decode()]
    }
    var letters: [DeadLetter] = []
    var after: String?
    repeat {
      let page = try await router.send(
        Load(collection: Self.collection, after: after, limit: 1000), options: options)
      letters += try page.documents.map { try $0.body.decode(as: DeadLetter.self) }
      after = page.next
    } while after != nil
    return letters
  }
}
