#if DEBUG || FUZZING
  import Bus
  import StandupsConfiguration
  import FastJSON
  import Foundation
  import GatewayAPI
  import Links
  import Standups

  @testable import GatewayService
  @testable import WebServer

  /// Input from browsers and other clients, as the gateway receives it after libmicrohttpd and wslay have parsed the
  /// bytes.
  enum Browsers {
    // MARK: Requests

    /// Parses a request: its head line by line, an empty line, and its body.
    static func request(_ bytes: [UInt8]) throws {
      let request = parse(bytes)
      guard RequestRules.problem(request, hasProperLines: true) == nil else { return }
      _ = WebSocketHandshake.problem(request, subprotocol: Gateway.subprotocol)
      try site(request)
      try route(request)
      try source(request)
      let cookie = SessionCookie(port: 8080, isSecure: false)
      if let token = cookie.token(in: request) {
        let lines = request.values("Cookie").joined(separator: ";")
        try expect(
          lines.contains("\(cookie.name)") && lines.contains(token),
          "“\(token)” is no cookie of “\(lines)”")
      }
      if let query = request.query, query.hasPrefix("ids=") {
        let ids = Gateway.standups(query.dropFirst(4))
        try expect(
          ids == nil
            || ids?.map(\.description).joined(separator: ",")
              == query.dropFirst(4).replacing("%2C", with: ",").lowercased(),
          "“\(query)” names \(ids ?? [])")
      }
      _ = Gateway.existing(request.query)
      try events(request)
    }

    /// Parses a request for Server-Sent Events, and checks that its place has one spelling.
    private static func events(_ request: WebRequest) throws {
      guard let query = try? EventQuery(request) else { return }
      if let start = query.start {
        try expect(EventID(start.description) == start, "“\(start)” is another place")
      }
      try expect(
        query.meetings.count <= ClientMessage.maxMeetings
          && query.filter.types.count <= EventQuery.maxTypes, "\(query) exceeds its bounds")
    }

    private static func parse(_ bytes: [UInt8]) -> WebRequest {
      let lines = String(decoding: bytes, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let first = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
      func word(_ index: Int) -> String { index < first.count ? String(first[index]) : "" }
      let fields = lines.dropFirst().prefix { !$0.isEmpty }.map { line in
        let name = line.prefix { $0 != ":" }
        return WebRequest.Field(
          String(name), String(line.dropFirst(name.count + 1).trimmingSpaces))
      }
      return WebRequest(
        method: word(0), target: word(1), version: word(2), fields: fields, address: "10.1.2.3")
    }

    private static let ours = OriginCheck(port: 8080, hosts: ["standups.example.org"])

    /// Checks that a permitted request names this site in a form that is also valid in URLs.
    private static func site(_ request: WebRequest) throws {
      let host = request["Host"]?.lowercased() ?? ""
      if ours.isOurs(request) {
        let name = URLComponents(string: "http://\(host)/")?.host ?? ""
        let plain = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        try expect(
          ours.hosts.contains(name) || name == "localhost" || AddressRange.bytes(plain) != nil,
          "“\(host)” is taken for this site")
      }
      let origins = request.values("Origin").map { $0.lowercased() }
      let isOwn = origins == ["http://\(host)"] || origins == ["https://\(host)"]
      try expect(ours.hasOwnOrigin(request) == isOwn, "\(origins) and “\(host)” are taken for one")
      let isSaid = origins.isEmpty && request["Sec-Fetch-Site"]?.lowercased() == "same-origin"
      try expect(
        ours.isSameOrigin(request) == (isOwn || isSaid), "\(origins) counts as our own page")
    }

    /// Checks that an address leads to its route, and that the error for an invalid address contains only plain text.
    private static func route(_ request: WebRequest) throws {
      let path = request.path
      guard let (route, values) = WebRoute.matching(path) else {
        return try expect(
          ["/api/", "/assets/", "/sign-in/", "/favicon.ico"].contains { path.hasPrefix($0) },
          "“\(path)” leads nowhere")
      }
      guard route == .page else {
        var rest = values[...]
        if route == .command, let target = values.first { try right(target) }
        let again = route.path.replacing(#/\{\w+\}/#) { _ in rest.popFirst() ?? "" }
        return try expect(path == again && rest.isEmpty, "“\(path)” leads to \(again)")
      }
      guard let problem = Gateway.problem(request.target) else {
        _ = try DeepLink(path: request.target)
        return
      }
      let shell = page.shell(problem: problem)
      let said = shell.dropFirst(shellStart.count).dropLast(shellEnd.count)
      try expect(
        shell.starts(with: shellStart) && shell.suffix(shellEnd.count) == shellEnd[...]
          && !said.contains { #"<>""#.utf8.contains($0) },
        "“\(String(decoding: shell, as: UTF8.self))” has markup of others")
    }

    /// Checks that only names of commands may come into the head of a message, and that no role may do more than an
    /// operator.
    private static func right(_ target: String) throws {
      guard Rights.knows(target) else {
        return try expect(!Rights.allows(.observer, target), "an observer may do more: \(target)")
      }
      try expect(
        target.utf8.allSatisfy { $0 == 0x2E || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A },
        "“\(target)” may come into a head")
    }

    private static let page = PageFiles([PageFiles.shellName: Array("<head></head>".utf8)])
    private static let shellStart = Array(
      #"<head><meta name="standups-problem" content=""#.utf8)
    private static let shellEnd = Array(#""></head>"#.utf8)

    /// Checks that only a configured proxy is trusted.
    private static func source(_ request: WebRequest) throws {
      let plain = RequestSource(request, proxies: [])
      try expect(
        plain.user == nil && !plain.isSecure && !plain.isDenied
          && plain.address == request.address, "\(plain) without a proxy")
      guard let range = AddressRange("10.0.0.0/8") else { return }
      let proxied = RequestSource(request, proxies: [range])
      guard let user = proxied.user else { return }
      let groups = request.list("X-Forwarded-Groups") ?? []
      try expect(
        user.groups == groups.sorted() && !user.name.isEmpty
          && user.role.map { groups.contains("standups-\($0.rawValue)") } ?? true,
        "\(user) is let in by \(groups)")
    }

    // MARK: Streams

    /// Parses a message of a stream: binary if it begins with a zero byte, text otherwise.
    static func stream(_ bytes: [UInt8]) throws {
      if bytes.first == 0 { return try sound(Array(bytes.dropFirst())) }
      switch try ClientMessage(bytes) {
      case .follow(let place, let meetings):
        try expect(
          place.map { $0.after >= 0 && $0.epoch.utf8.count <= 64 } ?? true, "\(place as Any)")
        try check(meetings)
      case .watch(let meetings): try check(meetings)
      case .ping(let number):
        _ = try JSONDecoder().decode([Double].self, from: Data("[\(number.text)]".utf8))
        let pong = ServerMessage.pong(number, nowMs: 1).bytes.dropFirst(2)
        try expect((try? RawJSON(validating: Array(pong))) != nil, "a pong is no JSON")
      case .openMicrophone(let meeting, _, _), .closeMicrophone(let meeting, _):
        try check([meeting])
      }
    }

    private static func check(_ meetings: Set<String>) throws {
      try expect(meetings.count <= ClientMessage.maxMeetings, "\(meetings.count) meetings")
      try expect(
        meetings.allSatisfy { Meeting.ID($0)?.description == $0 }, "\(meetings) are no ids")
    }

    private static func sound(_ bytes: [UInt8]) throws {
      let piece = try AudioMessage(bytes)
      try check([piece.meeting])
      try expect(
        piece.offset >= 0 && piece.samples.count.isMultiple(of: 2)
          && piece.samples.count <= 2 * AudioMessage.maxSamples
          && bytes.suffix(piece.samples.count) == piece.samples[...], "\(piece)")
    }
  }
#endif
