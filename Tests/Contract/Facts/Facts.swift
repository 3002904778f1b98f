import AssistantTools
import Bus
import Foundation
import GatewayAPI
import Schema
import ServiceCatalog

/// Prints what the contracts declare in values: the traits of each message, and the bounds of its
/// members. `scripts/contracts` joins it with the types and the comments, which come from the
/// compiler, and with the list of all types, which it writes into Catalog.swift.
@main
struct Facts: Encodable {
  /// A command, a delegate message or the type of an event.
  struct Message: Encodable {
    var name: String
    var command: CommandTraits?
    var event: EventTraits?
    var errors: [BusError.Code]?
    /// The senders of a delegate message that several services send.
    var services: [String]?
    var data: String?
  }

  struct ErrorCode: Encodable {
    var code: BusError.Code
    var status: Int
  }

  /// A parameter of a request to the gateway.
  struct Parameter: Encodable {
    var place: WebParameter.Place
    var bounds: Bounds
    var type: String?
  }

  var messages: [String: Message] = [:]
  var bounds: [String: [String: Bounds]] = [:]
  var scalars: [String: Bounds] = [:]
  var enumerations = Catalog.enumerations
  /// Bounds of Foundation's `UUID`.
  var uuid = Bounds.uuid
  /// HTTP statuses of the error codes, and of the errors that have statuses of their own.
  var errors: [ErrorCode] = Catalog.errors.map { ErrorCode(code: $0, status: $0.httpStatus) }
  var problems: [String: Int] = [:]
  var routes: [String: WebTraits] = [:]
  var parameters: [String: Parameter] = [:]
  /// Targets of the commands that an assistant's tools send.
  var tools = StandupsAssistant.commands.map { $0.target }

  init() {
    for (name, type) in Catalog.commands { add(name, type) }
    for (name, type) in Catalog.delegates { add(name, type) }
    for (name, type) in Catalog.events { add(name, type) }
    for (name, type) in Catalog.forwarded {
      messages[name] = Message(name: type.type, event: type.traits, data: type.data)
    }
    for (name, type) in Catalog.bounded { add(name, type) }
    for (name, type) in Catalog.scalars { scalars[name] = type.valueBounds }
    for status in WebStatus.allCases { problems["\(status)"] = status.rawValue }
    for route in WebRoute.allCases { routes[route.rawValue] = route.traits }
    for one in WebParameter.allCases {
      parameters[one.rawValue] = Parameter(place: one.place, bounds: one.bounds, type: one.type)
    }
  }

  private mutating func add<Command: BusCommand>(_ name: String, _ type: Command.Type) {
    messages[name] = Message(name: Command.target, command: Command.traits)
  }

  private mutating func add<Message: DelegateMessage>(_ name: String, _ type: Message.Type) {
    let isShared = Message.self is any SharedMessage.Type
    messages[name] = Self.Message(
      name: Message.target, errors: Message.errors,
      services: isShared
        ? ServiceCatalog.children.filter(\.keepsDocuments).map(\.name) : nil)
  }

  private mutating func add<Data: EventData>(_ name: String, _ type: Data.Type) {
    messages[name] = Message(name: Data.type, event: Data.traits)
  }

  private mutating func add<Type: Bounded>(_ name: String, _ type: Type.Type) {
    bounds[name] = Type.bounds.byName
  }

  static func main() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    FileHandle.standardOutput.write(try encoder.encode(Facts()))
  }
}
