import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// The table of rights against the contract of the bus.
@Suite struct RightsTests {
  /// The permissions in docs/asyncapi.yaml, by target.
  private static func contract() throws -> [String: CommandAccess] {
    let text = try String(contentsOf: Checkout.file("docs/asyncapi.yaml"), encoding: .utf8)
    var found: [String: CommandAccess] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: #/      name: (\S+)/#) { name = String(match.1) }
      if let match = line.wholeMatch(of: #/      x-access: (\S+)/#) {
        let access = try #require(CommandAccess(rawValue: String(match.1)))
        found[name] = access
      }
    }
    try #require(found.count > 60)
    return found
  }

  /// The permissions in the table of docs/security.md, by target. A name that begins with a dot
  /// has the first word of the name before it.
  private static func manual() throws -> [String: CommandAccess] {
    let text = try String(contentsOf: Checkout.file("docs/security.md"), encoding: .utf8)
    var found: [String: CommandAccess] = [:]
    for line in text.split(separator: "\n") {
      guard let row = line.wholeMatch(of: #/\| `(\w+)` \| [^|]* \| [^|]* \| ([^|]*) \|/#),
        let access = CommandAccess(rawValue: String(row.1))
      else { continue }
      var word = ""
      for match in row.2.matches(of: #/`(\w*)\.(\w+)`/#) {
        if !match.1.isEmpty { word = String(match.1) }
        let target = "\(word).\(match.2)"
        #expect(found.updateValue(access, forKey: target) == nil, "\(target) is listed twice")
      }
    }
    return found
  }

  @Test func theManualListsThePermissionOfEveryCommand() throws {
    #expect(try Self.manual() == Self.contract())
  }

  @Test func everyCommandIsForWhomTheContractSays() throws {
    let contract = try Self.contract()
    // HTTP cannot carry the audio, which is an attachment.
    let sent = contract.filter { $0.value != .parent && $0.key != "transcription.audio" }
    #expect(Rights.targets == sent)
    // Never empty because the contract has commands, as `contract` requires.
    for (target, access) in sent {
      #expect(Rights.allows(.observer, target) == access.isGranted(to: .observer), "\(target)")
      #expect(Rights.allows(.operator, target) == access.isGranted(to: .operator), "\(target)")
    }
  }

  /// An observer of the page may read what an observer of the bus may, and changes nothing.
  @Test(arguments: Rights.targets.sorted { $0.key < $1.key })
  func anOperatorSendsEverythingAndAnObserverReads(target: String, access: CommandAccess) {
    #expect(Rights.allows(.operator, target))
    #expect(Rights.allows(.observer, target) == (access == .anyone || access == .observer))
  }

  /// A person's role grants what the same role grants to a key.
  @Test(arguments: Rights.targets.sorted { $0.key < $1.key })
  func aTeamRoleGrantsItsPermissions(target: String, access: CommandAccess) {
    let member: [CommandAccess] = [.anyone, .observer, .member]
    #expect(Rights.allows(.member, target) == member.contains(access))
    #expect(Rights.allows(.admin, target) == (member + [.admin]).contains(access))
  }

  @Test(arguments: [
    "", "standups", "standups.nothing", "transcription.start", "meetings.timeUp",
    "persistence.commit",
  ])
  func whatIsNotInTheTableIsForNobody(target: String) {
    #expect(!Rights.allows(.operator, target))
  }
}
