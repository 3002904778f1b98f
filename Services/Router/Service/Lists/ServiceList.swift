import Bus
import BusRouter
import Foundation
import RouterAPI

/// Connected services, page by page. The declarations of a service take less than half a message.
struct ServiceList {
  private let services: PagedList<Place, RouterReport.Service>

  init(_ services: [RouterReport.Service]) { self.services = PagedList(services, by: Place.init) }

  /// A page of the services.
  ///
  /// - Throws: `BusError` `invalid` for an invalid cursor or limit.
  func page(_ command: ListServices) throws -> ListServices.Reply {
    let page = try services.page(
      after: command.after, limit: command.limit, ConnectedService.init)
    return ListServices.Reply(services: page.shown, next: page.next)
  }

  private struct Place: ListPlace {
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

    init?(_ parts: [String]) {
      guard parts.count == 4, ["up", "standby"].contains(parts[1]), let since = Int64(parts[2])
      else { return nil }
      (name, isStandby, sinceMs, instance) = (parts[0], parts[1] == "standby", since, parts[3])
    }

    var parts: [String] { [name, isStandby ? "standby" : "up", "\(sinceMs)", instance] }

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
