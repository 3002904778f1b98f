import Bus
import CommandLineKit
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import PostgreSQL

/// `persistence-service measure`: measures how many commits per second a database makes durable.
enum MeasureCommand {
  static let name = "measure"

  private static let usage = """
    usage: persistence-service measure PLACE [--batch NUMBER] [--seconds NUMBER]

    Measures how fast a database commits documents, events and replies like those of live meetings, and prints
    the result as one line of JSON. PLACE is the absolute path of a SQLite file or the URI of a PostgreSQL
    database (postgres://…), which must be new or empty.

      --batch NUMBER    commits per batch, from 1 to 1000; default: 16
      --seconds NUMBER  duration in seconds, from 0.1 to 3600; default: 5

    """

  /// The parsed arguments of a measurement.
  private struct Task {
    var place: String
    var batch = 16
    var seconds = 5.0

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      guard let place = rest.popFirst(), !place.hasPrefix("-") else {
        throw UsageError(message: "Missing PLACE, the database to measure.")
      }
      self.place = place
      while let option = rest.popFirst() {
        let value = rest.popFirst() ?? ""
        switch option {
        case "--batch":
          guard let number = Int(value), (1...1000).contains(number) else {
            throw UsageError(
              message:
                "Invalid --batch “\(value.prefix(20))”; expected a whole number from 1 to 1000.")
          }
          batch = number
        case "--seconds":
          guard let number = Double(value), (0.1...3600).contains(number) else {
            throw UsageError(
              message:
                "Invalid --seconds “\(value.prefix(20))”; expected a number from 0.1 to 3600.")
          }
          seconds = number
        default: throw UsageError(message: "Unknown option “\(option.prefix(20))”.")
        }
      }
    }
  }

  /// Runs the measurement, prints the result, and exits.
  static func main(_ arguments: [String]) async -> Never {
    await run(arguments, .standard).exitProcess()
  }

  /// Runs the measurement.
  ///
  /// - Parameter arguments: the arguments after the verb.
  static func run(_ arguments: [String], _ console: VerbConsole) async -> ExitCode {
    if arguments == ["--help"] || arguments == ["-h"] {
      console.output(usage)
      return .ok
    }
    do {
      let task = try Task(arguments)
      let store = try await open(task.place)
      do {
        guard try await store.range().head == 0 else {
          throw StoreError.notEmpty(PostgreSQLAddress(task.place).map { "\($0)" } ?? task.place)
        }
        console.output(try await measure(store, task))
        await store.close()
      } catch {
        await store.close()
        throw error
      }
      return .ok
    } catch {
      return console.fail(error, usage: usage)
    }
  }

  private static func open(_ place: String) async throws -> any Store {
    if PostgreSQLAddress.isOne(place) {
      guard let address = PostgreSQLAddress(place) else {
        throw UsageError(message: PersistenceSettings.invalidURI)
      }
      return try await PostgreSQLStore.open(PostgreSQLConfiguration(address))
    }
    guard place.hasPrefix("/") else {
      throw UsageError(message: MoveCommand.relativePath(place))
    }
    return try await SQLiteStore.open(SQLiteConfiguration(path: place))
  }

  private static func measure(_ store: any Store, _ task: Task) async throws -> String {
    let measured = Measurement(store, batch: task.batch, seconds: task.seconds)
    let times = try await measured.run().sorted()
    let seconds = times.reduce(0, +) / 1000
    let commits = Double(times.count * task.batch)
    func text(_ number: Double) -> String { String(format: "%.3f", number) }
    return """
      {"batch":\(task.batch),"commits":\(Int(commits)),"perSecond":\(text(commits / seconds)),\
      "p50Ms":\(text(times[times.count / 2])),"p99Ms":\(text(times[times.count * 99 / 100])),\
      "cpuUs":\(text(measured.processorSeconds * 1e6 / commits))}

      """
  }
}
