import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// The routes of the gateway, against docs/openapi.yaml and the server.
@Suite struct RouteTests {
  @Test func theDocumentListsAllRoutesAndNoOthers() throws {
    let text = try String(contentsOf: Checkout.file("docs/openapi.yaml"), encoding: .utf8)
    var documented: Set<String> = []
    var path = ""
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: #/  (\/\S*):/#) { path = String(match.1) }
      if let match = line.wholeMatch(of: #/    (get|head|post|put|patch|delete):/#) {
        documented.insert("\(match.1.uppercased()) \(path)")
      }
    }
    let routes = WebRoute.allCases.filter { $0 != .command }.map(\.rawValue)
    let commands = Rights.targets.keys.map {
      WebRoute.command.rawValue.replacing("{target}", with: $0)
    }
    #expect(documented == Set(routes + commands))
  }

  /// A path of the route, with values for its parameters.
  private static func path(_ route: WebRoute) -> String {
    route.path.replacing("{target}", with: "standups.list").replacing(#/\{\w+\}/#) { _ in "a" }
  }

  @Test(arguments: WebRoute.allCases)
  func aPathLeadsToItsRoute(route: WebRoute) throws {
    let found = try #require(WebRoute.matching(Self.path(route)))
    #expect(found.route == route)
    #expect(found.values.count == route.path.matches(of: #/\{/#).count)
  }

  @Test(arguments: WebRoute.allCases)
  func aRouteAnswersOnlyItsMethods(route: WebRoute) async throws {
    try await GatewayFixture.serving { fixture in
      let other = route.method == "GET" ? "POST" : "GET"
      let answer = try await fixture.ask(other, Self.path(route), ["Origin: \(fixture.origin)"])
      #expect(answer.status == WebStatus.otherMethod.rawValue)
      #expect(answer.fields["allow"] == route.methods.joined(separator: ", "))
    }
  }

  @Test(arguments: WebRoute.allCases)
  func aRouteRequiresASessionIfItSaysSo(route: WebRoute) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask(
        route.method, Self.path(route), body: route.method == "GET" ? nil : "{}",
        ["Content-Type: application/json", "Origin: \(fixture.origin)"])
      #expect(
        (answer.status == WebStatus.notLoggedIn.rawValue) == (route.traits.access != .anyone))
    }
  }

  @Test(arguments: WebRoute.allCases.filter { $0.method != "GET" })
  func aRouteRequiresItsMediaTypeIfItSaysSo(route: WebRoute) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask(
        route.method, Self.path(route), body: "{}",
        ["Content-Type: text/plain", "Origin: \(fixture.origin)"])
      #expect((answer.status == WebStatus.notJSON.rawValue) == route.traits.isTyped)
    }
  }
}
