import WebServer

/// Name of a device, derived from the header `User-Agent`.
///
/// The name consists only of words of this list, so a browser cannot choose what others read.
enum Device {
  /// Maximum number of bytes of the header that are read.
  static let maxBytes = 512

  /// Browsers by what identifies them, in the order in which they are looked for: most of them also
  /// name the browsers that follow.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
  ]

  /// Systems by what identifies them, in the order in which they are looked for.
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
  ]

  /// The device that sends a request, such as `Firefox on Linux`; nil if it is unknown.
  static func name(_ request: WebRequest) -> String? {
    request["User-Agent"].flatMap { name(userAgent: $0) }
  }

  /// The device with a value of the header.
  static func name(userAgent: String) -> String? {
    let text = String(decoding: userAgent.utf8.prefix(maxBytes), as: UTF8.self)
    func find(_ names: [(String, String)]) -> String? { names.first { text.contains($0.0) }?.1 }
    let (browser, system) = (find(browsers), find(systems))
    guard let system else { return browser }
    return "\(browser ?? "Browser") on \(system)"
  }
}
