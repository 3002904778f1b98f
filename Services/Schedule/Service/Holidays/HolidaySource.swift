import Bus
import ScheduleAPI
import WebClient

/// The source of a holiday calendar, and the choice of the holidays that count.
struct HolidaySource: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case text(String)
    case url(String)
    /// The days of the present schedule.
    case kept
  }
  var place: Place
  var choice = HolidayChoice()
  /// True if the user of this machine specified it.
  var isLocal = false
}

extension HolidaySource {
  init(_ source: ScheduleHolidaySource) throws(BusError) {
    switch (source.ics, source.url, source.isKept ?? false) {
    case (nil, nil, true): place = .kept
    case (let text?, nil, false):
      guard text.utf8.count <= HolidayCalendar.maxBytes else { throw HolidayCalendar.tooLong }
      place = .text(text)
    case (nil, let url?, false):
      let url = Self.web(url)
      if let problem = HTTPAddress.problem(url) {
        // The error message omits the URL, which may contain a password.
        throw BusError(
          .invalid, Self.urlProblem(problem), detail: ["field": "holidays"])
      }
      place = .url(url)
    default:
      throw BusError(
        .invalid, "Invalid holidays; expected one of “ics”, “url” and “isKept”.",
        detail: ["field": "holidays"])
    }
    choice = HolidayChoice(observe: source.observe ?? [], ignore: source.ignore ?? [])
    try choice.check()
  }

  /// An error message about an unusable URL, without the URL, which may contain a token.
  static func urlProblem(_ problem: String) -> String {
    "The URL of the holiday calendar \(problem)"
  }

  /// Replaces the URL schemes `webcal` and `webcals` with `https`.
  private static func web(_ url: String) -> String {
    for scheme in ["webcal://", "webcals://"] where url.lowercased().hasPrefix(scheme) {
      return "https://" + url.dropFirst(scheme.count)
    }
    return url
  }

  var url: String? { if case .url(let url) = place { url } else { nil } }
}
