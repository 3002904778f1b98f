import Bus
import FastJSON
import Foundation

extension CallTarget {
  /// The commands that tools may send and whose members this program knows.
  static let known = ofRouter + ofServices

  /// The members of a body that the command does not define, such as `durationMS` or
  /// `attendees.nam`; its service ignores them. Empty for an unknown command or an invalid body.
  func unknownMembers(_ body: RawJSON) -> [String] {
    guard let type = Self.known.first(where: { $0.target == text }) else { return [] }
    func understood<Command: BusCommand>(_ type: Command.Type) throws -> Data {
      try BusJSON.encode(try BusJSON.decode(type, from: Data(body.bytes)))
    }
    // The service rejects a body that cannot be decoded and gives the reason.
    guard let data = try? understood(type),
      let given = try? JSONSerialization.jsonObject(with: Data(body.bytes)),
      let taken = try? JSONSerialization.jsonObject(with: data)
    else { return [] }
    return Self.members(of: given, missingIn: taken)
  }

  private static func members(of given: Any, missingIn taken: Any?) -> [String] {
    switch (given, taken) {
    case (let given as [String: Any], let taken as [String: Any]):
      let found = given.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
        // The encoder omits null members.
        if value is NSNull { return [] }
        guard let other = taken[name] else { return [name] }
        return members(of: value, missingIn: other).map { "\(name).\($0)" }
      }
      return found
    case (let given as [Any], let taken as [Any]) where given.count == taken.count:
      return Set(zip(given, taken).flatMap { members(of: $0, missingIn: $1) }).sorted()
    default:
      return []
    }
  }
}
