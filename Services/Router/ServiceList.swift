import Bus
import BusRouter
import Foundation
import RouterAPI

/// The services that are connected, in pages that fit a message.
struct ServiceList {
  /// A page is not added to from this size on, in bytes of JSON. What one service may declare is less
  /// than the rest of a message.
  private static let enoughBytes = 500_000
  private static let limits = 1...1000

  private let services: [(place: Place, service: RouterReport.Service)]

  init(_ services: [RouterReport.Service]) {
    self.services = services.map { (Place($0), $0) }.sorted { $0.0 < $1.0 }
  }

  /// - Throws: `BusError`, `invalid`.
  func page(_ command: ListServices) throws -> ListServices.Reply {
    let limit = command.limit ?? Self.limits.upperBound
    guard Self.limits.contains(limit) else {
      throw BusError(
        .invalid,
        "A limit is from \(Self.limits.lowerBound) to \(Self.limits.upperBound), not \(limit).")
    }
    let after = try command.after.map { try Place($0) }
    let rest = services.drop { one in after.map { one.place <= $0 } ?? false }
    var reply = ListServices.Reply(services: [])
    var bytes = 0
    for (place, service) in rest {
      let service = ConnectedService(service)
      reply.services.append(service)
      bytes += try BusJSON.encode(service).count
      guard reply.services.count == limit || bytes >= Self.enoughBytes else { continue }
      if reply.services.count < rest.count { reply.next = place.text }
      break
    }
    return reply
  }

  /// Where an instance is in the list; it says so also when the instance is gone.
  private struct Place: Comparable {
    var name: String
    var isStandby: Bool
    var sinceMs: Int64
    var instance: String

    init(_ service: RouterReport.Service) {
      name = service.manifest.service
      isStandby = service.isStandby
      sinceMs = service.sinceMs
      instance = service.manifest.instance.lowercaseText
    }

    init(_ text: String) throws(BusError) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, ["up", "standby"].contains(parts[1]), let since = Int64(parts[2])
      else {
        throw BusError(.invalid, "“after” is the “next” of the page before, and nothing else.")
      }
      (name, isStandby, sinceMs, instance) = (parts[0], parts[1] == "standby", since, parts[3])
    }

    var text: String { "\(name)/\(isStandby ? "standby" : "up")/\(sinceMs)/\(instance)" }

    static func < (one: Place, other: Place) -> Bool {
      (one.name, one.isStandby ? 1 : 0, one.sinceMs, one.instance)
        < (other.name, other.isStandby ? 1 : 0, other.sinceMs, other.instance)
    }
  }
}

extension ConnectedService {
  init(_ service: RouterReport.Service) {
    self.init(
      name: service.manifest.service,
      instance: service.manifest.instance.lowercaseText,
      state: service.isStandby ? .standby : service.isDraining ? .draining : .up,
      capacity: service.manifest.capacity, inFlight: service.inFlight,
      commands: service.manifest.commands, delegates: service.manifest.delegates,
      since: Date(timeIntervalSince1970: Double(service.sinceMs) / 1000))
  }
}
