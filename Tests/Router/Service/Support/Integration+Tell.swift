@testable import Bus
@testable import BusRouter

extension Integration {
  /// Makes a delegate call as the router does, and returns its reply.
  func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: some CommandCaller, cause: Header = Header(idem: "key"),
    publish: @escaping @Sendable ([Publication]) async -> Void = { _ in }
  ) async throws -> Message.Reply {
    let body = try BusJSON.encode(message)
    let binding = try binding(for: Message.target, body: body)
    let parent = Parent(cause: cause, caller: caller, publisher: publish)
    return try BusJSON.decode(Message.Reply.self, from: try await binding.run(body, parent))
  }
}
