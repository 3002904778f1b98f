import Testing

@testable import Bus

@Suite struct FNV1aTests {
  /// Values from the reference code of Fowler, Noll and Vo.
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func itIsTheKnownHash(_ text: String, _ hash: UInt64) {
    #expect(FNV1a.hash(text.utf8) == hash)
  }

  @Test func itIsTakenFurther() {
    let whole = FNV1a.hash("foobar".utf8)
    #expect(FNV1a.hash("bar".utf8, seed: FNV1a.hash("foo".utf8)) == whole)
    #expect("foobar".utf8.reduce(FNV1a.seed, FNV1a.step) == whole)
  }
}
