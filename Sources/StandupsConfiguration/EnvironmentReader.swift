import Cells
import CommandLineKit

/// Reads variables one by one and collects their problems.
public struct EnvironmentReader {
  let environment: [String: String]
  private(set) var problems: [ConfigurationError.Problem] = []

  init(_ environment: [String: String]) {
    self.environment = environment
  }

  /// Returns the value of a variable; nil if it is unset or empty. Compose and systemd set
  /// unspecified variables to an empty string.
  public func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Records a problem with a variable. Reading continues, and finally fails with all problems.
  ///
  /// - Parameters:
  ///   - name: the variable's name.
  ///   - message: a sentence that gives the accepted values.
  public mutating func refuse(_ name: String, _ message: String) {
    problems.append(.init(variable: name, message: message))
  }

  /// Reads a variable that has one of a few values.
  public mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, or fallback: Value
  ) -> Value where Value.RawValue == String {
    guard let text = value(name) else { return fallback }
    if let value = Value(rawValue: text) { return value }
    let forms = Value.allCases.map(\.rawValue).joined(separator: ", ")
    refuse(name, "invalid value “\(text)”; expected one of \(forms).")
    return fallback
  }

  /// Reads the absolute path of a directory; nil if the variable is unset or invalid.
  public mutating func directory(_ name: String) -> String? {
    guard let text = value(name) else { return nil }
    guard text.hasPrefix("/") else {
      refuse(name, "invalid value “\(text)”; expected an absolute path.")
      return nil
    }
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Reads the name of an installation (cell): 1 to 32 ASCII letters, digits and hyphens.
  ///
  /// - Returns: nil if the variable is unset or invalid.
  public mutating func name(_ variable: String) -> String? {
    guard let text = value(variable) else { return nil }
    let isName = CellMap.isName(text)
    if !isName {
      refuse(variable, "invalid value “\(text)”; expected 1 to 32 letters, digits and hyphens.")
    }
    return isName ? text : nil
  }

  /// Reads a whole number.
  public mutating func integer(_ name: String, in range: ClosedRange<Int>, or fallback: Int) -> Int
  {
    guard let text = value(name) else { return fallback }
    if let number = Int(text), range.contains(number) { return number }
    refuse(
      name,
      "invalid value “\(text)”; expected a whole number from \(range.lowerBound) to"
        + " \(range.upperBound).")
    return fallback
  }

  /// Reads an endpoint or a comma-separated list of endpoints.
  public mutating func endpoint(_ name: String, or fallback: String) -> String {
    guard let text = value(name) else { return fallback }
    if let problem = Endpoint.problem(ofList: text) { refuse(name, problem) }
    return text
  }

  /// Reads the address of an HTTP server; nil if the variable is unset or invalid.
  public mutating func httpAddress(_ name: String) -> HTTPAddress? {
    guard let text = value(name) else { return nil }
    let address = HTTPAddress(text)
    if address == nil {
      refuse(
        name, "invalid value “\(text)”; expected port, host:port or *:port, such as *:9464.")
    }
    return address
  }

  /// Reads a comma-separated list of addresses and networks.
  public mutating func addressRanges(_ name: String) -> [AddressRange] {
    var ranges: [AddressRange] = []
    for part in (value(name) ?? "").split(separator: ",") {
      let text = String(part.filter { $0 != " " })
      if let range = AddressRange(text) {
        ranges.append(range)
      } else {
        refuse(
          name,
          "invalid value “\(text)”; expected an address such as 10.1.2.3, or a network such as"
            + " 10.0.0.0/8."
        )
      }
    }
    return ranges
  }

  /// Rejects every variable with our prefix that no program reads: it is probably a typo, which
  /// would otherwise go unnoticed.
  mutating func refuseUnknown(prefix: String, known: [String]) {
    for name in environment.keys.sorted() where name.hasPrefix(prefix) && !known.contains(name) {
      if let meant = Suggestion.nearest(to: name, in: known) {
        refuse(name, "unknown setting; did you mean \(meant)?")
      } else {
        refuse(name, "unknown setting; unset it (--help lists all settings).")
      }
    }
  }
}
