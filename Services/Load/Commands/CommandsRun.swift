import Bus
import StandupsConfiguration
import Foundation
import ZeroMQ

/// One complete test of commands through all services, on the calling thread.
struct CommandsRun {
  let workload: CommandsWorkload
  /// A running router; nil starts the services.
  let through: String?
  /// Running processes whose CPU time is measured.
  var pids: [Int32] = []
  /// Requests of the part `requests`.
  var requests: [RequestRun.Request] = []
  let context: LoadContext

  func run() throws -> CommandsReport {
    let machine = Machine.here()
    let began = Date()
    let system = try TestedSystem(
      through: through, starting: ["router", "persistence", "standups"], pids: pids, context)
    defer { system.stop() }
    let (services, router) = (system.services, system.router)
    let zmq = try Context()
    func sending(_ requests: [RequestRun.Request]) -> RequestRun {
      RequestRun(
        commands: router.commands, keys: router.keys, context: zmq, requests: requests,
        stop: context.stop)
    }
    let ids = NumberedID(kind: 7, run: UInt32.random(in: 1...UInt32.max))
    try waitForAnswer(
      sending([.init(target: "standups.status", body: "{}", person: requests.first?.person)]))
    try services.check()
    if workload.parts != [.requests] { try save(sending([Self.create(ids)])) }
    var parts: [CommandsReport.Part] = []
    for part in workload.parts {
      for window in workload.windows where !context.stop.isAsked {
        note("\(part.rawValue), \(window) in flight …")
        let before = services.usage
        let result = try sending(content(of: part, ids))
          .run(window: window, until: .after(workload.duration))
        try services.check()
        parts.append(
          CommandsReport.Part(
            part, window: window, result, services.used(since: before)))
      }
    }
    return CommandsReport(
      version: Version.current, began: began.formatted(.iso8601), machine: machine,
      router: system.place, wasInterrupted: context.stop.isAsked ? true : nil, workload: workload,
      parts: parts, services: services.used(since: nil))
  }

  /// Waits until the services respond.
  private func waitForAnswer(_ request: RequestRun) throws {
    let result = try request.run(window: 1, until: .count(1))
    try context.stop.check()
    if result.lost > 0, let code = result.refused.keys.first {
      throw LoadFailure(
        .unavailable, code: "no_services",
        "“standups.status” was rejected (\(code)). Check that router, persistence and standups are running."
      )
    }
  }

  /// Creates the standups that have to exist before the measurement.
  private func save(_ request: RequestRun) throws {
    note("creating \(workload.saved) standups …")
    let result = try request.run(window: 256, until: .count(workload.saved))
    try context.stop.check()
    guard result.lost > 0 else { return }
    let code = result.refused.keys.first { $0 != "busy" } ?? "no answer"
    throw LoadFailure(
      .unavailable, code: "not_saved", "A standup could not be created before the test: \(code).")
  }

  private func note(_ text: String) {
    if context.showsProgress { context.console.note(text) }
  }

  /// Returns the requests of a part of the test.
  ///
  /// - Parameter ids: ids of the standups created before.
  private func content(of part: CommandsWorkload.Part, _ ids: NumberedID)
    -> [RequestRun.Request]
  {
    switch part {
    case .create: [Self.create(NumberedID(kind: 7, run: UInt32.random(in: 1...UInt32.max)))]
    case .get:
      [.init(target: "standups.get", body: #"{"id":"\#(ids.text(0))"}"#, cycle: workload.saved)]
    case .list: [.init(target: "standups.list", body: #"{"limit":50}"#)]
    case .live: [.init(target: "meetings.live", body: "{}")]
    case .requests: requests
    }
  }

  private static func create(_ ids: NumberedID) -> RequestRun.Request {
    let attendees = (1...3).map { #"{"name":"Attendee \#($0)"}"# }.joined(separator: ",")
    return .init(
      target: "standups.create",
      body: #"{"id":"\#(ids.text(0))","title":"Load 000000000000","durationMs":300000,"#
        + #""attendees":[\#(attendees)]}"#,
      isIdempotent: true)
  }
}
