import Bus
import Messages

/// A command to the service.
enum WebhooksCommand: Hashable, Sendable {
  case add(AddWebhook)
  case list
  case get(HookID)
  case remove(HookID)
  case pause(HookID)
  case resume(HookID)
  case test(HookID)

  /// Whether the reply is kept under the idempotency key.
  var isKept: Bool {
    switch self {
    case .add, .remove, .pause, .resume: true
    case .list, .get, .test: false
    }
  }

  var target: String {
    switch self {
    case .add: AddWebhook.target
    case .list: ListWebhooks.target
    case .get: GetWebhook.target
    case .remove: RemoveWebhook.target
    case .pause: PauseWebhook.target
    case .resume: ResumeWebhook.target
    case .test: TestWebhook.target
    }
  }
}

/// What a command is answered with.
enum WebhooksReply: Hashable, Sendable {
  case status(WebhookStatus)
  case list(ListWebhooks.Reply)
  case done
  case tested(TestWebhook.Reply)
  /// As an earlier run stored it.
  case stored(JSONValue)

  /// Its JSON form.
  func json() throws -> JSONValue {
    switch self {
    case .status(let status): try JSONValue(encoding: status)
    case .list(let list): try JSONValue(encoding: list)
    case .done: try JSONValue(encoding: Done())
    case .tested(let result): try JSONValue(encoding: result)
    case .stored(let value): value
    }
  }
}
