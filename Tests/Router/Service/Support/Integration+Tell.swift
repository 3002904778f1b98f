import Documents
import PersistenceAPI
import StandupsAPI

@testable import Bus
@testable import Composition

extension Integration {
  /// Makes a delegate call as the router does, and returns its reply.
  ///
  /// - Parameter service: the sender; only counts for a message that several services send.
  func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: some CommandCaller, from service: String = "standups",
    cause: Header = Header(idem: "key"),
    publish: @escaping @Sendable ([Publication]) async -> Void = { _ in }
  ) async throws -> Message.Reply {
    let body = try BusJSON.encode(message)
    let binding = try binding(for: Message.target, from: service, body: body)
    let parent = Parent(cause: cause, caller: caller, publisher: publish)
    return try BusJSON.decode(Message.Reply.self, from: try await binding.run(body, parent))
  }

  /// Makes a delegate call of a store message.
  ///
  /// - Returns: the code of the error, and the commands that the call caused.
  func result(
    _ message: some DelegateMessage, from service: String
  ) async -> (code: BusError.Code?, sent: [any BusCommand]) {
    let caller = ScriptedCaller { command in
      switch command {
      case is Commit: Sample.committed
      case is Load: DocumentPage(documents: [])
      case is SearchDocuments: FoundDocuments(hits: [], total: 0)
      case is FindReply: FoundReply()
      default: Done()
      }
    }
    do {
      _ = try await tell(message, caller, from: service)
      return (nil, caller.sent.values)
    } catch {
      return ((error as? BusError)?.code, caller.sent.values)
    }
  }
}
