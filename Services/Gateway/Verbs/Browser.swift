import Glibc

/// The user's web browser.
enum Browser {
  /// True if there is a graphical session in which a browser can open.
  static func isThere(_ environment: [String: String]) -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Opens an address. Returns true if a program for it could be started.
  static func open(_ address: String, _ environment: [String: String]) -> Bool {
    guard isThere(environment) else { return false }
    let command: [String] = ["xdg-open", address]
    let words = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    return posix_spawnp(&process, "xdg-open", nil, nil, words, variables) == 0
  }
}
