import Bus
import Foundation
import Messages

/// Delegate calls that no binding handled, or whose binding failed for good: kept as documents,
/// listed, delivered again, dropped.
struct DeadLetterOffice: Sendable {
  static let collection = "deadLetters"
  /// A letter's document and its event have to fit a message.
  static let mostBodyBytes = 700_000

  let router: Router

  /// The letter as it is kept. A body that is too large, secret, or no JSON, is not kept.
  static func document(_ letter: RouterNotice.Letter, at date: Date) throws -> Document {
    let id = letter.id.uuidString.lowercased()
    // The secrets of webhooks are for no reader of the dead letters.
    let isSecret = letter.message == WebhookChangesDecided.target
    let fits = letter.body.count <= mostBodyBytes && !isSecret
    return try document(
      DeadLetter(
        id: id, time: date, sender: letter.service, target: letter.message,
        attempts: letter.attempts, error: letter.error,
        correlation: letter.correlation?.uuidString.lowercased(),
        body: fits ? try? BusJSON.decode(JSONValue.self, from: letter.body) : nil))
  }

  private static func document(_ letter: DeadLetter) throws -> Document {
    Document(
      collection: collection, id: letter.id,
      sortKey: Int64(letter.time.timeIntervalSince1970 * 1000),
      body: try JSONValue(encoding: letter))
  }

  func answer(_ command: DeadLetters, cause: Header) async throws -> DeadLetters.Reply {
    let options = CallOptions(cause: cause)
    switch command.action {
    case .list:
      if let id = command.id {
        let letter = try await letter(id, options)
        return DeadLetters.Reply(letters: [letter], total: try await total(options))
      }
      return try await list(command, options)
    case .replay, .drop:
      var letters: [DeadLetter] = []
      var removed: [String] = []
      for id in try await chosen(command, options) {
        var letter = try await letter(id, options)
        if command.action == .replay, let error = await replay(letter, cause) {
          letter.error = error
          letter.attempts += 1
          try await write(.put(try Self.document(letter)), options)
        } else {
          try await write(.delete(collection: Self.collection, id: id), options)
          removed.append(id)
        }
        letter.body = nil
        letters.append(letter)
      }
      return DeadLetters.Reply(
        letters: letters, removed: removed, total: try await total(options))
    }
  }

  /// - Returns: why it could not be delivered; nil if it was.
  private func replay(_ letter: DeadLetter, _ cause: Header) async -> BusError? {
    do {
      guard let body = letter.body else {
        throw BusError(.invalid, "The letter \(letter.id) has no readable body; drop it.")
      }
      guard letter.target != ChangesDecided.target else {
        throw BusError(
          .conflict,
          "What was decided and not saved was refused to whoever asked, and may be outdated; drop "
            + "the letter \(letter.id).")
      }
      try await router.redeliver(
        letter.target, body: BusJSON.encode(body), cause: cause,
        idempotencyKey: "deadLetter/\(letter.id)")
      return nil
    } catch let error as BusError {
      return error
    } catch {
      return BusError(.internal, "The letter \(letter.id) could not be delivered: \(error).")
    }
  }

  private func write(_ change: DocumentChange, _ options: CallOptions) async throws {
    _ = try await router.send(Commit(changes: [change]), options: options)
  }

  /// A page, oldest first; what the letters say is shown for one at a time only.
  private func list(_ command: DeadLetters, _ options: CallOptions) async throws
    -> DeadLetters.Reply
  {
    let page = try await router.send(
      Load(collection: Self.collection, after: command.after, limit: command.limit),
      options: options)
    return DeadLetters.Reply(
      letters: try page.documents.map { document in
        var letter = try document.body.decode(as: DeadLetter.self)
        letter.body = nil
        return letter
      }, total: page.total, next: page.next)
  }

  private func letter(_ id: String, _ options: CallOptions) async throws -> DeadLetter {
    let page = try await router.send(Load(collection: Self.collection, id: id), options: options)
    guard let document = page.documents.first else {
      throw BusError(
        .notFound, "There is no dead letter “\(id)”. `standups dead-letters` lists them.")
    }
    return try document.body.decode()
  }

  private func total(_ options: CallOptions) async throws -> Int {
    try await router.send(Load(collection: Self.collection, limit: 1), options: options).total
  }

  /// The id of the letter that is named, or of all, oldest first.
  private func chosen(_ command: DeadLetters, _ options: CallOptions) async throws -> [String] {
    if let id = command.id { return [id] }
    var ids: [String] = []
    var after: String?
    repeat {
      let page = try await router.send(
        Load(collection: Self.collection, after: after, limit: 1000), options: options)
      ids += page.documents.map(\.id)
      after = page.next
    } while after != nil
    return ids
  }
}
