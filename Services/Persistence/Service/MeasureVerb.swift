import CommandLineKit
import Foundation
import PostgreSQL

/// `persistence-service measure`: measures how many commits per second a database makes durable.
enum MeasureVerb {
  private static let place = Argument<String>.required(
    "PLACE", help: "The database to measure, which must be new or empty.")
  private static let batch = Argument<BatchSize?>.option(
    "--batch", help: "Commits per batch, from 1 to 1000; default: 16.")
  private static let seconds = Argument<Seconds?>.option(
    "--seconds", placeholder: "NUMBER", help: "Duration in seconds, at most 3600; default: 5.")

  static let verb: Verb<VerbContext> = Verb(
    "measure", summary: "Measures how many commits per second a database makes durable.",
    details: """
      Commits documents, events and replies like those of live meetings, and prints the result as one line of \
      JSON. \(DatabasePlace.forms)
      """,
    arguments: [place, batch, seconds],
    run: { values, context in
      let place = try DatabasePlace(values[place])
      let store = try await open(place)
      do {
        guard try await store.range().head == 0 else {
          throw StoreError.notEmpty("\(place)")
        }
        context.output(
          try await measure(
            store, batch: values[batch]?.count ?? 16,
            seconds: Double(values[seconds]?.milliseconds ?? 5000) / 1000))
        await store.close()
      } catch {
        await store.close()
        throw error
      }
    })

  private static func open(_ place: DatabasePlace) async throws -> any Store {
    switch place {
    case .server(let address): try await PostgreSQLStore.open(PostgreSQLConfiguration(address))
    case .file(let path): try await SQLiteStore.open(SQLiteConfiguration(path: path))
    }
  }

  private static func measure(
    _ store: any Store, batch: Int, seconds: Double
  ) async throws -> String {
    let measured = Measurement(store, batch: batch, seconds: seconds)
    let times = try await measured.run().sorted()
    let seconds = times.reduce(0, +) / 1000
    let commits = Double(times.count * batch)
    func text(_ number: Double) -> String { String(format: "%.3f", number) }
    return """
      {"batch":\(batch),"commits":\(Int(commits)),"perSecond":\(text(commits / seconds)),\
      "p50Ms":\(text(times[times.count / 2])),"p99Ms":\(text(times[times.count * 99 / 100])),\
      "cpuUs":\(text(measured.processorSeconds * 1e6 / commits))}

      """
  }
}

/// Number of commits in a batch.
private struct BatchSize: ArgumentValue {
  var count: Int

  init(argument: String) throws {
    guard let count = Int(argument), (1...1000).contains(count) else {
      throw UsageError(message: "expected a whole number from 1 to 1000")
    }
    self.count = count
  }

  static var placeholder: String { "NUMBER" }
}
