import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// HTTP requests of browsers.
@Suite struct RequestTests {
  @Test func aCommandIsPassedOnUnread() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("timer.get") { _ in #"{"as": "it came"}"# }
      let cookie = try await fixture.login()
      let answer = try await fixture.post(
        "/api/commands/timer.get", #"{"id" : "tool/tea"}"#, cookie: cookie,
        ["Idempotency-Key: 0B6FD3A5-1E0E-4B5A-9E0B-0F6C7C1B7A11", "X-Standups-Key: tool/tea"])
      #expect(answer.status == 200)
      #expect(answer.body == #"{"as": "it came"}"#)
      let sent = try #require(fixture.bus.commands.last)
      #expect(sent.body == #"{"id" : "tool/tea"}"#)
      #expect(sent.key == "tool/tea")
      #expect(sent.idem == "0b6fd3a5-1e0e-4b5a-9e0b-0f6c7c1b7a11")
    }
  }

  /// A browser's trace is continued; an invalid one does not make the request fail.
  @Test(arguments: [
    ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true), ("00-x", false), ("", false),
  ])
  func aTraceIsPassedOn(text: String, isOne: Bool) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("timer.get") { _ in "{}" }
      let cookie = try await fixture.login()
      let answer = try await fixture.post(
        "/api/commands/timer.get", "{}", cookie: cookie, ["traceparent: \(text)"])
      #expect(answer.status == 200)
      let sent = try #require(fixture.bus.commands.last)
      #expect(sent.traceparent?.text == (isOne ? text : nil))
    }
  }

  @Test(arguments: [
    (BusError.Code.invalid, 400), (.version, 400), (.denied, 403), (.notFound, 404),
    (.unroutable, 404), (.moved, 404), (.conflict, 409), (.compacted, 410), (.tooLarge, 413),
    (.busy, 429),
    (.internal, 500), (.unavailable, 503), (.draining, 503), (.expired, 504),
    (BusError.Code(rawValue: "new"), 500),
  ])
  func anErrorHasItsStatus(code: BusError.Code, status: Int) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in
        throw BusError(
          code, "So it is.", retryAfterMs: code == .busy ? 1500 : nil, detail: ["field": "x"])
      }
      let answer = try await fixture.post(
        "/api/commands/standups.list", "{}", cookie: try await fixture.login())
      #expect(answer.status == status)
      #expect(
        answer.body.contains(#""code":"\#(code.rawValue)""#) && answer.body.contains("So it is."))
      #expect(
        answer.fields["retry-after"]
          == (code == .busy ? "2" : code == .unavailable || code == .draining ? "1" : nil))
    }
  }

  @Test(arguments: [
    "/api/commands/", "/api/commands/standups", "/api/commands/standups.list/x",
    "/api/commands/a%20b.c",
    "/api/commands/standups.list%20x", "/api/other",
  ])
  func whatIsNoCommandIsNotThere(path: String) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.post(path, "{}", cookie: try await fixture.login())
      #expect(answer.status == 404)
    }
  }

  @Test func aKeyThatIsNoneIsRefused() async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.post(
        "/api/commands/standups.list", "{}", cookie: try await fixture.login(),
        ["Idempotency-Key: again"])
      #expect(answer.status == 400)
    }
  }

  // MARK: The page

  @Test func everyPlaceHasTheShell() async throws {
    try await GatewayFixture.serving { fixture in
      let id = UUID().uuidString.lowercased()
      for path in [
        "/", "/standups/\(id)", "/standups/\(id)/record", "/search?q=words", "/focus", "/health",
      ] {
        let answer = try await fixture.ask("GET", path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.body.contains("/assets/"))
        #expect(!answer.body.contains("standups-problem"))
      }
    }
  }

  @Test func anotherAddressSaysWhatIsWrongWithIt() async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask("GET", "/standups/%3Cscript%3E\"")
      #expect(answer.status == 404 || answer.status == 400)
      let plain = try await fixture.ask("GET", "/nowhere")
      #expect(plain.status == 404)
      #expect(plain.body.hasPrefix(#"<head><meta name="standups-problem" content=""#))
    }
  }

  @Test func filesOfThePageAreKeptForGood() async throws {
    let script = Array("// a comment\nlet a = 1;\n".utf8) + [UInt8](repeating: 0x61, count: 1000)
    let files = [PageFiles.shellName: Array("{assets}".utf8), "Gateway/Page/main.js": script]
    try await GatewayFixture.serving(page: files) { fixture in
      let folder = try await fixture.ask("GET", "/").body
      let answer = try await fixture.ask("GET", "\(folder)/Gateway/Page/main.js")
      #expect(answer.status == 200)
      #expect(answer.body.hasPrefix("\nlet a = 1;\n"))
      #expect(answer.fields["content-type"] == "text/javascript; charset=utf-8")
      #expect(answer.fields["cache-control"] == "public, max-age=31536000, immutable")
      let tag = try #require(answer.fields["etag"])
      #expect(
        try await fixture.ask("GET", "\(folder)/Gateway/Page/main.js", ["If-None-Match: \(tag)"])
          .status == 304)
      let small = try await fixture.ask(
        "HEAD", "\(folder)/Gateway/Page/main.js", ["Accept-Encoding: br, gzip"])
      #expect(small.fields["content-encoding"] == "gzip")
      #expect(Int(small.fields["content-length"] ?? "") ?? .max < 100)
      #expect(try await fixture.ask("GET", "/assets/other/Gateway/Page/main.js").status == 404)
    }
  }

  @Test(arguments: [
    "", "main.js", "Gateway/Page/index.html", "Gateway/Page/", "Gateway//Page/main.js",
    "Gateway/Page/../Page/main.js", "Gateway/Page/%6dain.js", "Gateway/Page%2Fmain.js",
    "../../../etc/passwd", "..%2F..%2F..%2Fetc%2Fpasswd", "Gateway/Service/Main.swift",
  ])
  func onlyTheFilesOfThePageAreServed(path: String) async throws {
    let files: [String: [UInt8]] = [
      PageFiles.shellName: Array("{assets}".utf8), "Gateway/Page/main.js": [0x61],
    ]
    try await GatewayFixture.serving(page: files) { fixture in
      let folder = try await fixture.ask("GET", "/").body
      #expect(try await fixture.ask("GET", "\(folder)/Gateway/Page/main.js").status == 200)
      #expect(try await fixture.ask("GET", "\(folder)/\(path)").status == 404)
    }
  }

  @Test(arguments: [
    ("PUT", "/"), ("DELETE", "/api/me"), ("POST", "/"), ("GET", "/api/login"),
    ("GET", "/api/commands/standups.list"),
  ])
  func otherMethodsAreRefused(method: String, path: String) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask(method, path, ["Origin: \(fixture.origin)"])
      #expect(answer.status == 405)
      let allowed = try #require(answer.fields["allow"])
      #expect(answer.body.contains("Invalid method \(method); expected \(allowed)."))
    }
  }

  // MARK: Files

  @Test func anExportComesPageByPage() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.export") { body in
        String(decoding: body, as: UTF8.self).contains("after")
          ? #"{"json":",2]"}"# : #"{"json":"[1","next":"n"}"#
      }
      let answer = try await fixture.ask(
        "GET", "/api/export", ["Cookie: \(try await fixture.login())"])
      #expect(answer.status == 200)
      #expect(answer.fields["content-disposition"] == #"attachment; filename="standups.json""#)
      #expect(answer.body.contains("[1") && answer.body.contains(",2]"))
    }
  }

  @Test func aSmallFileIsOneCommand() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.import") { _ in
        #"{"created":["8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b01"],"replaced":[],"kept":[]}"#
      }
      let cookie = try await fixture.login()
      let answer = try await fixture.post("/api/import?mode=keep", "[]", cookie: cookie)
      #expect(answer.status == 200)
      #expect(answer.body == #"{"created":1,"kept":0,"replaced":0}"#)
      #expect(fixture.bus.bodies("standups.import").first?.contains("keep") == true)
      #expect(try await fixture.post("/api/import?mode=all", "[]", cookie: cookie).status == 400)
      #expect(try await fixture.post("/api/import", "nonsense", cookie: cookie).status == 400)
    }
  }
}
