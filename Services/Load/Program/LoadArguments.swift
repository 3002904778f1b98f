import CommandLineKit

enum LoadArguments {
  /// Returns the process ids of `--pid`.
  ///
  /// - Throws: `LoadFailure` for an invalid process id.
  static func processes(_ numbers: [Int]) throws -> [Int32] {
    try numbers.map { number in
      guard let pid = Int32(exactly: number), pid > 0 else {
        throw LoadFailure.usage("--pid \(number): no such process.")
      }
      return pid
    }
  }
}

/// Duration of a run: `20s`, `10m`, `12h`; a plain number is in seconds.
struct RunTime: ArgumentValue, Hashable {
  var nanoseconds: Int64

  init(argument: String) throws {
    guard let ms = DurationText.milliseconds(argument, plainUnit: 1000),
      (0...604_800_000).contains(ms)
    else { throw UsageError(message: "expected a duration such as 20s or 10m, up to seven days") }
    nanoseconds = ms * 1_000_000
  }

  static var placeholder: String { "TIME" }
}

/// Frequency, in events per second; 0 or more.
struct Rate: ArgumentValue, Hashable {
  var perSecond: Double

  init(argument: String) throws {
    guard let value = Double(argument), value.isFinite, (0...1_000_000).contains(value) else {
      throw UsageError(message: "expected a number per second, from 0 to 1000000")
    }
    perSecond = value
  }

  static var placeholder: String { "RATE" }
}

/// A count from 1 to ten million.
struct Amount: ArgumentValue, Hashable {
  var value: Int

  init(argument: String) throws {
    guard let value = Int(argument), (1...10_000_000).contains(value) else {
      throw UsageError(message: "expected a whole number from 1 to 10000000")
    }
    self.value = value
  }

  static var placeholder: String { "NUMBER" }
}

/// Seed of the random numbers. The same seed repeats a run.
struct Seed: ArgumentValue, Hashable {
  var value: UInt64

  init(argument: String) throws {
    guard let value = UInt64(argument) else {
      throw UsageError(message: "expected a whole number, 0 or more")
    }
    self.value = value
  }

  static var placeholder: String { "NUMBER" }
}

/// Address to bind or to connect to.
struct EndpointArgument: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    guard argument.hasPrefix("tcp://") || argument.hasPrefix("ipc:///") else {
      throw UsageError(message: "expected tcp://host:port or ipc:///directory")
    }
    text = argument
  }

  static var placeholder: String { "ENDPOINT" }
}

/// Address of a router, or of several redundant ones.
struct RoutersArgument: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    let routers = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard routers.allSatisfy({ (try? EndpointArgument(argument: String($0))) != nil }) else {
      throw UsageError(
        message: "expected tcp://host:port or ipc:///directory, or several separated by commas")
    }
    text = argument
  }

  static var placeholder: String { "ENDPOINT" }
}

/// Several named rates: `hold=10,release=10`.
struct ChurnRates: ArgumentValue, Hashable {
  var rates: [TimerAction.Kind: Double] = [:]

  init() {}

  init(argument: String) throws {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard pair.count == 2, let kind = TimerAction.Kind(rawValue: String(pair[0])),
        TimerAction.Kind.ofChurn.contains(kind),
        let rate = try? Rate(argument: String(pair[1]))
      else {
        let kinds = TimerAction.Kind.ofChurn.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "expected a list such as hold=10,skip=2, with any of \(kinds)")
      }
      rates[kind] = rate.perSecond
    }
  }

  static var placeholder: String { "RATES" }
}
