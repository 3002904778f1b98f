import Foundation
import Testing

@testable import Bus

@Suite struct FreshIDTests {
  /// From several threads, and more than one filling of the pool.
  @Test(arguments: [Header.freshID, Header.risingID] as [@Sendable () -> UUID])
  func noTwoAreEqual(make: @escaping @Sendable () -> UUID) async {
    let ids = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2000).map { _ in make() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids).count == 16_000)
  }

  @Test func theyAreWrittenAsTheLibraryWritesThemButInLowerCase() {
    for _ in 0..<1000 {
      let id = Header.freshID()
      #expect(id.lowercaseText == id.uuidString.lowercased())
    }
  }

  /// RFC 9562, sections 4.1 and 4.2: version 4, variant 10; everything else is random.
  @Test func theyAreOfVersionFour() {
    var ones = (UInt8.min, UInt8.min)
    var zeros = (UInt8.max, UInt8.max)
    for _ in 0..<1000 {
      let id = Header.freshID().uuid
      #expect(id.6 >> 4 == 4)
      #expect(id.8 >> 6 == 0b10)
      ones = (ones.0 | id.0, ones.1 | id.15)
      zeros = (zeros.0 & id.0, zeros.1 & id.15)
    }
    #expect(ones == (0xFF, 0xFF))
    #expect(zeros == (0, 0))
  }

  /// RFC 9562, sections 5.7 and 6.2, method 3.
  @Test func thoseOfVersionSevenRiseWithTheClock() throws {
    let begin = UInt64(Date().timeIntervalSince1970 * 1000)
    let ids = (0..<1000).map { _ in Header.risingID() }
    let end = UInt64(Date().timeIntervalSince1970 * 1000)
    for id in ids {
      #expect(id.uuid.6 >> 4 == 7)
      #expect(id.uuid.8 >> 6 == 0b10)
      let digits = id.lowercaseText.replacing("-", with: "").prefix(12)
      let ms = try #require(UInt64(digits, radix: 16))
      #expect((begin...end).contains(ms))
    }
    // Two ids within 244 ns may be in either order.
    let texts = ids.map { $0.lowercaseText.prefix(18) }
    #expect(texts == texts.sorted())
  }
}
