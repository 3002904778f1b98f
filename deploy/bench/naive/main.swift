// A naive implementation of the timer: a Task for each meeting, which sleeps for a second, encodes an event with
// JSONEncoder, and sends it. It replaces timer-service on the bus, but only handles timer.start.
//
//   swiftc -O -swift-version 6 -I Sources/CZeroMQ -o ticker-naive deploy/bench/naive/main.swift -lzmq
//   STANDUPS_COMMANDS=tcp://127.0.0.1:5550 STANDUPS_INGEST=tcp://127.0.0.1:5552 ticker-naive
import CZeroMQ
import Foundation

struct Labels: Codable {
  var type: String
  var subject: String
  var standup: String?
  var meeting: String?

  var topics: [String] {
    var topics = ["t/\(type)/\(subject)/"]
    if let standup { topics.append("s/\(standup)/\(type)/") }
    if let meeting { topics.append("m/\(meeting)/\(type)/") }
    return topics
  }
}

struct Start: Codable {
  var id: String
  var durationMs: Int64
  var speakers: Int
  var labels: Labels?
}

struct Reading: Codable {
  var boot = ""
  var uptimeUs: Int64
  var wallMs: Int64
}

struct Clock: Codable {
  var at: Reading
  var elapsedMs: Int64
  var isRunning: Bool
}

struct Status: Codable {
  var id: String
  var durationMs: Int64
  var speakers: Int
  var speaker: Int
  var clock: Clock
}

struct Tick: Codable {
  var elapsedMs: Int64
  var durationMs: Int64
  var speaker: Int
  var speakers: Int
  var turnEndsMs: Int64
}

struct Event: Codable {
  var id: String
  var source = "/standups/timer"
  var specversion = "1.0"
  var type: String
  var subject: String
  var time: Date
  var datacontenttype = "application/json"
  var data: Tick
}

struct Header: Codable {
  var id: String
  var cause: String?
  var deadline: Int64?
}

struct Told: Codable {
  var id: String
  var elapsedMs: Int64
  var speaker: Int?
}

struct Manifest: Codable {
  struct Command: Codable {
    var access = "owner"
    var target: String
  }
  var service = "timer"
  var instance = UUID().uuidString
  var minor = 0
  var capacity = 1_000_000
  var isSharded = true
  var commands = [Command(target: "timer.start")]
  var delegates = ["timer.speakerChanged", "timer.finished"]
}

func encode(_ value: some Encodable) -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(
      date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
  guard let data = try? encoder.encode(value) else { fatalError("\(value) has no JSON form") }
  return data
}

func uptimeUs() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

func wallMs() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

func header(cause: String? = nil, deadline: Int64? = nil) -> String {
  String(
    decoding: encode(
      Header(id: UUID().uuidString.lowercased(), cause: cause, deadline: deadline)), as: UTF8.self)
}

/// Socket that is used by one thread or task at a time.
///
/// `@unchecked Sendable`: only its owner calls it.
final class Socket: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  init(_ context: UnsafeMutableRawPointer, _ kind: Int32, _ variable: String) {
    guard let endpoint = ProcessInfo.processInfo.environment[variable],
      let raw = zmq_socket(context, kind)
    else { fatalError("set \(variable) to an endpoint") }
    self.raw = raw
    for (option, value) in [(ZMQ_LINGER, 0), (ZMQ_SNDHWM, 100_000), (ZMQ_RCVHWM, 100_000)] {
      var value = Int32(value)
      zmq_setsockopt(raw, option, &value, MemoryLayout<Int32>.size)
    }
    guard zmq_connect(raw, endpoint) == 0 else { fatalError("\(endpoint) cannot be used") }
  }

  func send(_ frames: [Data]) {
    for (index, frame) in frames.enumerated() {
      let flags = index == frames.count - 1 ? ZMQ_DONTWAIT : ZMQ_DONTWAIT | ZMQ_SNDMORE
      frame.withUnsafeBytes { _ = zmq_send(raw, $0.baseAddress, $0.count, flags) }
    }
  }

  func receive() -> [Data]? {
    var frames: [Data] = []
    while true {
      var message = zmq_msg_t()
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, raw, frames.isEmpty ? ZMQ_DONTWAIT : 0) >= 0 else { return nil }
      frames.append(
        zmq_msg_data(&message).map { Data(bytes: $0, count: zmq_msg_size(&message)) } ?? Data())
      if zmq_msg_more(&message) == 0 { return frames }
    }
  }
}

actor Publisher {
  let socket: Socket
  init(_ socket: Socket) { self.socket = socket }

  func publish(_ data: Data, _ topics: [String]) {
    for topic in topics { socket.send([Data((topic + " ").utf8) + data]) }
  }
}

actor Connection {
  let socket: Socket
  init(_ socket: Socket) { self.socket = socket }

  func send(_ head: String, _ body: Data) { socket.send([Data(head.utf8), body]) }
  func receive() -> [Data]? { socket.receive() }

  func tell(_ target: String, _ body: Told) {
    send("STB1 DLG \(target) \(header(deadline: wallMs() + 10_000))", encode(body))
  }
}

func run(_ start: Start, _ publisher: Publisher, _ connection: Connection) async throws {
  var elapsedMs: Int64 = 0
  var speaker = 0
  while elapsedMs < start.durationMs {
    try await Task.sleep(for: .seconds(1))
    elapsedMs += 1000
    while speaker + 1 < start.speakers,
      start.durationMs * Int64(speaker + 1) / Int64(start.speakers) <= elapsedMs
    {
      speaker += 1
      await connection.tell(
        "timer.speakerChanged", Told(id: start.id, elapsedMs: elapsedMs, speaker: speaker))
    }
    guard let labels = start.labels else { continue }
    let event = Event(
      id: "\(start.id)/\(elapsedMs)", type: labels.type, subject: labels.subject, time: Date(),
      data: Tick(
        elapsedMs: elapsedMs, durationMs: start.durationMs, speaker: speaker,
        speakers: start.speakers,
        turnEndsMs: start.durationMs * Int64(speaker + 1) / Int64(start.speakers)))
    await publisher.publish(encode(event), labels.topics)
  }
  await connection.tell("timer.finished", Told(id: start.id, elapsedMs: start.durationMs))
}

func answer(_ frames: [Data], _ publisher: Publisher, _ connection: Connection) async {
  guard frames.count > 1 else { return }
  let words = String(decoding: frames[0], as: UTF8.self)
    .split(separator: " ", maxSplits: 3).map(String.init)
  guard words.count == 4, words[1] == "CMD",
    let command = try? JSONDecoder().decode(Header.self, from: Data(words[3].utf8)),
    let start = try? JSONDecoder().decode(Start.self, from: frames[1])
  else { return }
  let now = Reading(uptimeUs: uptimeUs(), wallMs: wallMs())
  Task { try await run(start, publisher, connection) }
  let status = Status(
    id: start.id, durationMs: start.durationMs, speakers: start.speakers, speaker: 0,
    clock: Clock(at: now, elapsedMs: 0, isRunning: true))
  await connection.send("STB1 FIN - \(header(cause: command.id))", encode(status))
}

guard let context = zmq_ctx_new() else { fatalError("no context") }
let connection = Connection(Socket(context, ZMQ_DEALER, "STANDUPS_COMMANDS"))
let publisher = Publisher(Socket(context, ZMQ_PUB, "STANDUPS_INGEST"))
await connection.send("STB1 HELLO timer \(header())", encode(Manifest()))
Task {
  while true {
    try await Task.sleep(for: .seconds(1))
    await connection.send("STB1 HB timer \(header())", Data("{}".utf8))
  }
}
while true {
  while let frames = await connection.receive() { await answer(frames, publisher, connection) }
  try await Task.sleep(for: .milliseconds(1))
}
