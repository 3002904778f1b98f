import Bus
import StandupsConfiguration
import ScheduleAPI
import Threads
import WebClient

/// Reads holiday calendars, from the web or from text, and writes schedule calendars. Both are
/// slow, so each has its own thread.
struct CalendarIO: Sendable {
  /// Requests the content at a URL.
  var get: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  /// Cancels requests in progress.
  var close: @Sendable () async -> Void
  /// Internal addresses from which calendars may be downloaded for any sender.
  private let listed: [AddressRange]
  /// True if only programs on this machine are on the bus; if false, no sender counts as the user
  /// of this machine.
  private let isOnThisMachine: Bool
  /// Thread that reads holiday calendars.
  private let reader: CalendarThread
  /// Thread that writes schedule calendars. It is separate so that reading and writing do not wait
  /// for each other.
  private let writer: CalendarThread

  /// Starts the threads for calendars.
  ///
  /// - Throws: `NoThreadError`.
  init(
    listed: [AddressRange] = [], isOnThisMachine: Bool = true,
    close: @escaping @Sendable () async -> Void = {},
    get: @escaping @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  ) throws(NoThreadError) {
    self.listed = listed
    self.isOnThisMachine = isOnThisMachine
    self.get = get
    self.close = close
    reader = try CalendarThread(label: "holidays")
    writer = try CalendarThread(label: "calendar")
  }

  /// Limits of a response. They allow one byte more than the maximum size, to show that a calendar
  /// is too long.
  static let limits = HTTPLimits(
    keptBytes: HolidayCalendar.maxBytes, readBytes: HolidayCalendar.maxBytes + 1)

  /// The request for a calendar, with a user agent because some servers reject requests without
  /// one.
  static func request(_ url: String, _ reach: Reach) -> HTTPRequest {
    HTTPRequest(
      url: url,
      headers: [
        HTTPHeader("User-Agent", "Standups/\(Version.current)"),
        HTTPHeader("Accept", "text/calendar, */*;q=0.1"),
      ], reach: reach)
  }

  /// Reads the days of a calendar, starting at the given time.
  func holidays(
    _ source: HolidaySource, from ms: Int64
  ) async -> Result<HolidayCalendar.Contents, BusError> {
    do throws(BusError) {
      let text: String
      switch source.place {
      case .text(let given): text = given
      case .kept:
        throw BusError(.internal, "The holidays of the present schedule are not read again.")
      case .url(let url):
        let reach = Reach(isLocal: source.isLocal && isOnThisMachine, listed: listed)
        text = try await self.text(at: url, reach)
      }
      return .success(try await reader.holidays(in: text, from: ms, source.choice))
    } catch {
      return .failure(error)
    }
  }

  /// Writes schedules as a calendar.
  func calendar(_ items: [ScheduleCalendar.Item], at ms: Int64) async -> MakeScheduleCalendar.Reply
  {
    await writer.calendar(items, at: ms)
  }

  private func text(at url: String, _ reach: Reach) async throws(BusError) -> String {
    let host = WebClient.HTTPAddress.receiver(of: url)
    let response: HTTPResponse
    switch await get(Self.request(url, reach)) {
    case .success(let found): response = found
    case .failure(let failure):
      throw BusError(
        .unavailable, "Could not read the holiday calendar at \(host): \(failure.message)",
        detail: ["field": "holidays"])
    }
    guard response.status == 200 else {
      let way =
        (300..<400).contains(response.status)
        ? "Redirects are not followed; use the URL that it redirects to." : "Check the URL."
      throw BusError(
        .invalid,
        "\(host) responded with status \(response.status) instead of the holiday calendar. \(way)",
        detail: ["field": "holidays"])
    }
    guard !response.isCut else { throw HolidayCalendar.tooLong }
    return String(decoding: response.body, as: UTF8.self)
  }
}

/// A thread for slow work, so that nothing time-critical waits for it.
private actor CalendarThread {
  nonisolated private let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(label: String) throws(NoThreadError) { executor = try BlockingExecutor(label: label) }

  func holidays(
    in text: String, from ms: Int64, _ choice: HolidayChoice
  ) throws(BusError) -> HolidayCalendar.Contents {
    try HolidayCalendar.contents(of: text, from: ms, choice)
  }

  func calendar(_ items: [ScheduleCalendar.Item], at ms: Int64) -> MakeScheduleCalendar.Reply {
    ScheduleCalendar.reply(items, at: ms)
  }
}
