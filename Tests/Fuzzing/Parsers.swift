import CommandLineKit
import StandupsConfiguration
import Countdown
import Documents
import Foundation
import Links
import MCP
import PersistenceAPI
import RouterAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI
import WebServer

import Audio
import Bus
import AccessRights
import FastJSON
import ZeroMQ

/// Fuzz targets for all parsers of external bytes.
enum Parsers {
  /// Checks the first frame of a message: the fast path accepts only what the slow path accepts, with the same
  /// result.
  static func head(_ bytes: [UInt8]) throws {
    let scanned = bytes.withUnsafeBytes { HeadScan($0).map { Head($0) } }
    let parsed = Result { try bytes.withUnsafeBytes { try Head(parsing: $0) } }
    if let scanned {
      let head = try? parsed.get()
      try expect(head == scanned, "the short way reads \(scanned), the long way \(parsed)")
    }
    _ = bytes.withUnsafeBytes { Head.salvage(Frame($0)) }
    let head = try parsed.get()
    let again = try? Array(head.text.utf8).withUnsafeBytes { try Head(parsing: $0) }
    try expect(
      again == head, "\(head) is written as “\(head.text)”, which is read as \(again as Any)")
  }

  /// Checks frames of a browser: the result does not depend on how the bytes are split.
  static func frame(_ bytes: [UInt8]) throws {
    var whole = MaskRule()
    bytes.withUnsafeBytes { whole.read($0) }
    var parts = MaskRule()
    for byte in bytes { withUnsafeBytes(of: byte) { parts.read($0) } }
    try expect(whole.isBroken == parts.isBroken, "frames differ by the pieces they come in")
  }

  /// Checks messages of the Model Context Protocol: a request that is written again is the same request.
  static func rpc(_ bytes: [UInt8]) throws {
    guard case .request(let id, let method, _) = RPCMessage(parsing: bytes) else { return }
    var writer = JSONWriter()
    JSONTree.object(["id": id.tree, "jsonrpc": .string("2.0"), "method": .string(method)])
      .write(to: &writer)
    let again = RPCMessage(parsing: writer.withBytes { Array($0) })
    try expect(
      again == .request(id, method: method, params: nil),
      "the request \(id) for “\(method)” is read as \(again) when it is written again")
  }

  /// Checks JSON that is forwarded: accepted JSON is valid for Foundation, too, and is not changed.
  static func json(_ bytes: [UInt8]) throws {
    let json = try RawJSON(validating: bytes)
    let again = try? RawJSON(validating: json.bytes)
    try expect(again == json, "“\(json.text)” is not what it was when it is read again")
    do {
      _ = try JSONDecoder().decode(Anything.self, from: Data(json.bytes))
    } catch {
      throw Finding("Foundation refuses “\(json.text)”: \(error)")
    }
    _ = json["a"]
    _ = JSONTree(json)
  }

  /// Accepts any JSON value. The decoder has parsed all of the JSON by then.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  /// Checks bodies that are decoded by hand: the result is the same as Foundation's, or the body is rejected.
  static func messages(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let kind = kinds[Int(first) % kinds.count]
    try kind(Data(bytes.dropFirst()))
  }

  private static let kinds: [@Sendable (Data) throws -> Void] = [
    same(StartCountdown.self), same(CountdownStatus.self), same(CountdownsRequested.Reply.self),
    same(SkipSpeaker.self), same(CountdownSpeakerChanged.self), same(CountdownFinished.self),
    same(StartRecognition.self), same(Commit.self), same(Commit.Reply.self), same(Document.self),
    same(DocumentPage.self), same(FoundDocuments.self), same(NewEvent.self), same(EventPage.self),
    same(CloudEvent.self), same(EventLabels.self), same(BusError.self), same(Done.self),
    same(Standup.self), same(MeetingSession.self), same(MeetingSession.State.self),
    same(MeetingSession.Line.self), same(StandupSummary.self), same(Manifest.self),
    same(CommitOutcome.self), same(FoundReply.self), same(DeadLetter.self), same(EventDraft.self),
  ]

  private static func same<Value: Codable & Hashable & SendableMetatype>(
    _ type: Value.Type
  ) -> @Sendable (Data) throws -> Void {
    { data in
      let ours = Result { try BusJSON.decode(Value.self, from: data) }
      let theirs = Result { try BusJSON.decodeSlowly(Value.self, from: data) }
      switch (ours, theirs) {
      case (.success(let one), .success(let other)):
        let written = try BusJSON.encode(one)
        // The hand-written code preserves bodies byte for byte, but Foundation rounds numbers that no `Double` can
        // represent.
        let rounded = try? BusJSON.decodeSlowly(Value.self, from: written)
        try expect(
          one == other || rounded == other,
          "\(Value.self) is \(one) by hand and \(other) for Foundation")
        let again = try? BusJSON.decode(Value.self, from: written)
        try expect(
          again == one,
          "\(one) is written as “\(String(decoding: written, as: UTF8.self))” and read as"
            + " \(again as Any)")
      case (.success(let one), .failure(let error)):
        throw Finding("\(Value.self) is \(one) by hand and wrong for Foundation: \(error)")
      case (.failure, .success(let other)):
        throw Finding("\(Value.self) is \(other) for Foundation and wrong by hand")
      case (.failure, .failure): break
      }
    }
  }

  /// Checks subscriptions: an accepted subscription is a prefix of a possible topic.
  static func topic(_ bytes: [UInt8]) throws {
    guard Subscription.problem(bytes) == nil else { return }
    let text = String(validating: bytes, as: UTF8.self)
    try expect(text != nil, "a topic that is taken is no text")
    _ = Rights(name: "k", key: CurvePublicKey(bytes: [UInt8](repeating: 1, count: 32)), roles: [])
      .allows(subscriptionTo: bytes)
  }

  /// Checks events published with the timer's key: an accepted event is a tick or of an unknown type, but never of
  /// a durable type, for any kind of reader.
  static func event(_ bytes: [UInt8]) throws {
    let types = EphemeralTypes(own: ["timer": ["meeting.tick"]], reserved: ["meeting", "standup"])
    guard bytes.withUnsafeBytes({ types.allows($0, by: ["timer"]) }) else { return }
    let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
    let json = Data(parts.last ?? [])
    guard let members = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
      throw Finding("what is no object passes")
    }
    let kept = [
      "sequence", "epoch", "prevtype", "prevstandup", "prevmeeting", "prevteam", "by",
    ].filter { members[$0] != nil }
    try expect(kept.isEmpty, "\(kept) passes")
    let type = members["type"] as? String ?? ""
    let word = type.prefix { $0 != "." }.lowercased()
    try expect(
      type == "meeting.tick" || !["meeting", "standup"].contains(word), "“\(type)” passes")
    guard let event = try? BusJSON.decode(CloudEvent.self, from: json) else { return }
    try expect(
      event.type == type && event.sequence == nil && event.epoch == nil,
      "\(event) is read another way")
  }

  /// Checks recordings: the input bounds the number of samples.
  static func wav(_ bytes: [UInt8]) throws {
    let file = try WAVFile(Bytes(bytes), size: bytes.count)
    var samples = 0
    while case let more = try file.read(frames: 4096), !more.isEmpty { samples += more.count }
    try expect(samples <= bytes.count, "\(samples) samples are in \(bytes.count) bytes")
  }

  private final class Bytes: ByteInput {
    private(set) var position = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(_ count: Int) -> [UInt8] {
      let end = position + min(max(0, count), bytes.count - position)
      defer { position = end }
      return Array(bytes[position..<end])
    }

    func close() {}
  }

  /// Checks the apps' own file: accepted content is accepted again after it is written.
  static func file(_ bytes: [UInt8]) throws {
    let standups = try StandupsJSON.decode(Data(bytes))
    for dialect in [StandupsJSON.Dialect.standups, .syncUps] {
      let written = try StandupsJSON.encode(standups, dialect: dialect)
      let again = Result { try StandupsJSON.decode(written) }
      try expect((try? again.get()) == standups, "\(standups) becomes \(again)")
    }
  }

  /// Checks links to a place, and paths of a browser.
  static func link(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let link = try text.hasPrefix("/") ? DeepLink(path: text) : DeepLink(text)
    let again = [try? DeepLink(link.description), try? DeepLink(path: link.path)]
    try expect(again == [link, link], "“\(link)” leads elsewhere when it is read again")
  }

  /// Checks key files.
  static func key(_ bytes: [UInt8]) throws {
    let certificate = try CurveCertificate(parsing: String(decoding: bytes, as: UTF8.self))
    let again = try? CurveCertificate(parsing: certificate.text)
    // The comment in a key file is only for people, and may lose characters that a certificate cannot contain.
    let isSame =
      again?.publicKey == certificate.publicKey && again?.secretKey == certificate.secretKey
    try expect(isSame, "a key file is not what it was when it is read again")
  }

  /// Checks command lines, with a zero byte before each argument: accepted arguments can be printed, and select no
  /// other command.
  static func arguments(_ bytes: [UInt8]) throws {
    let tokens = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let parser = Parser(root: CommandLine.root, globals: [CommandLine.color.declaration])
    switch try parser.parse(tokens) {
    case .run(let verb, let path, let values):
      try expect(path.last == verb.name, "\(path) runs \(verb.name)")
      let times = try values[CommandLine.times]?.value
      try expect(times.map { (0...9).contains($0) } ?? true, "\(times ?? 0) was taken")
      _ = (try values[CommandLine.names], try values[CommandLine.records])
    case .help(let verb, let path):
      let page = HelpPage(
        verb: verb, path: path, globals: [CommandLine.color.declaration], width: 80)
      try expect(!page.text.isEmpty, "no help for \(path)")
    case .version: try expect(tokens.contains("--version"), "nobody asked for the version")
    }
  }

  /// A small program with each kind of argument.
  private enum CommandLine {
    static let color = Argument<Bool>.flag("--color", "-c", help: "A flag.")
    static let times = Argument<Digit?>.option("--times", "-t", help: "A number.")
    static let records = Argument<Bool?>.toggle("record", help: "Either.")
    static let first = Argument<String>.required("FIRST", help: "One.")
    static let names = Argument<[String]>.rest("NAME", help: "More.")

    static let root = Verb<Void>(
      "program", summary: "A program.",
      verbs: [
        Verb("do", summary: "Does it.", arguments: [times, records, first, names]) { _, _ in },
        Verb("group", summary: "Has more.", verbs: [Verb("inner", summary: "Does.") { _, _ in }]),
      ])

    struct Digit: ArgumentValue {
      static let placeholder = "DIGIT"
      let value: Int
      init(argument: String) throws {
        guard let value = Int(argument), (0...9).contains(value) else {
          throw UsageError(message: "is no digit")
        }
        self.value = value
      }
    }
  }

  /// Checks addresses to listen on: an accepted address is accepted again after it is written.
  static func address(_ bytes: [UInt8]) throws {
    guard let address = HTTPAddress(String(decoding: bytes, as: UTF8.self)) else { return }
    try expect(HTTPAddress(address.text) == address, "“\(address.text)” is another address")
  }

  /// Checks dates.
  static func timestamp(_ bytes: [UInt8]) throws {
    guard let date = Timestamp.parse(String(decoding: bytes, as: UTF8.self)) else { return }
    let text = Timestamp.format(date)
    try expect(Timestamp.parse(text) == date, "\(date) is written as “\(text)”")
  }
}
