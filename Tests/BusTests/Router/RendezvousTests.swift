import Foundation
import Testing

@testable import Bus

@Suite struct RendezvousTests {
  private let instances = (0..<5).map { number in
    UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)") ?? UUID()
  }

  @Test func keysAreSpreadEvenly() {
    var counts: [UUID: Int] = [:]
    for number in 0..<10_000 {
      if let owner = Rendezvous.owner(of: "key-\(number)", among: instances) {
        counts[owner, default: 0] += 1
      }
    }
    #expect(counts.values.reduce(0, +) == 10_000)
    #expect(counts.count == 5)
    #expect(counts.values.allSatisfy { (1700...2300).contains($0) }, "\(counts)")
  }

  @Test func theOrderDoesNotMatterAndOnlyLostKeysMove() {
    let without = Array(instances.dropFirst())
    for number in 0..<2000 {
      let key = "key-\(number)"
      let owner = Rendezvous.owner(of: key, among: instances)
      #expect(Rendezvous.owner(of: key, among: instances.reversed()) == owner)
      if owner != instances[0] { #expect(Rendezvous.owner(of: key, among: without) == owner) }
    }
    #expect(Rendezvous.owner(of: "x", among: []) == nil)
  }
}
