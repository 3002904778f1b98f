import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// The table of rights against the contract of the bus.
@Suite struct RightsTests {
  /// A command of docs/asyncapi.yaml.
  private struct Command {
    var access = ""
    var isForObservers = false
  }

  private static func commands() throws -> [String: Command] {
    let text = try String(contentsOf: Checkout.file("docs/asyncapi.yaml"), encoding: .utf8)
    var found: [String: Command] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: #/      name: (\S+)/#) { name = String(match.1) }
      if let match = line.wholeMatch(of: #/      x-access: (\S+)/#) {
        found[name, default: Command()].access = String(match.1)
      }
      if line == "      x-observers: true" { found[name, default: Command()].isForObservers = true }
    }
    return found
  }

  @Test func everyCommandIsForWhomTheContractSays() throws {
    let commands = try Self.commands()
    #expect(commands.count > 60)
    for (target, command) in commands {
      #expect(Rights.allows(.observer, target) == command.isForObservers, "\(target)")
      #expect(Rights.allows(.operator, target) == (command.access != "parent"), "\(target)")
    }
  }

  @Test func theTableKnowsNothingElse() throws {
    let commands = Set(try Self.commands().keys)
    #expect(Rights.reading.isDisjoint(with: Rights.operating))
    #expect(Rights.reading.union(Rights.operating).subtracting(commands) == [])
  }

  /// An observer of the page may read what an observer of the bus may, and changes nothing.
  @Test(arguments: Rights.operating.sorted())
  func anObserverChangesNothing(target: String) {
    #expect(!Rights.allows(.observer, target))
    #expect(Rights.allows(.operator, target))
  }

  @Test(arguments: Rights.reading.sorted())
  func everybodyReads(target: String) {
    #expect(Rights.allows(.observer, target))
    #expect(Rights.allows(.operator, target))
  }

  @Test(arguments: [
    "", "standups", "standups.nothing", "transcription.start", "meetings.timeUp",
    "persistence.commit",
  ])
  func whatIsNotInTheTableIsForNobody(target: String) {
    #expect(!Rights.allows(.operator, target))
  }
}
