import Bus
import WebClient

/// What the service reaches besides its parent: calendars of holidays on the web.
struct World: Sendable {
  /// Gets what is at a URL.
  var get: @Sendable (String) async -> Result<HTTPResponse, HTTPFailure>
  /// Gives up what is under way.
  var close: @Sendable () async -> Void = {}

  /// A calendar is kept as far as it may be long.
  static let limits = HTTPLimits(
    keptBytes: HolidayCalendar.mostBytes, readBytes: HolidayCalendar.mostBytes + 1)

  /// Reads the days of a calendar from a moment on.
  func days(of source: HolidaySource, from ms: Int64) async -> Result<[Day], BusError> {
    do throws(BusError) {
      switch source {
      case .text(let text): return .success(try HolidayCalendar.days(in: text, from: ms))
      case .url(let url):
        return .success(try HolidayCalendar.days(in: try await text(at: url), from: ms))
      }
    } catch {
      return .failure(error)
    }
  }

  private func text(at url: String) async throws(BusError) -> String {
    let host = HTTPAddress.receiver(of: url)
    let response: HTTPResponse
    switch await get(url) {
    case .success(let found): response = found
    case .failure(let failure):
      throw BusError(
        .unavailable, "The calendar of holidays at \(host) could not be read: \(failure.message)",
        detail: ["field": "holidays"])
    }
    guard response.status == 200 else {
      let way =
        (300..<400).contains(response.status)
        ? "Redirections are not followed; use the URL to which it leads." : "Is the URL right?"
      throw BusError(
        .invalid,
        "\(host) answered \(response.status) where the calendar of holidays should be. \(way)",
        detail: ["field": "holidays"])
    }
    guard !response.isCut else { throw HolidayCalendar.tooLong }
    return String(decoding: response.body, as: UTF8.self)
  }
}
