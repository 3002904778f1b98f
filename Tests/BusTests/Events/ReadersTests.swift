import Testing

@testable import BusRouter

@Suite struct ReadersTests {
  @Test func whoDoesNotReadForTooLongIsNamed() {
    var readers = Readers()
    let all: [Int32] = [1, 2, 3]
    #expect(readers.stalled(among: all) { $0 == 1 } == [])
    readers.published += Readers.patience
    #expect(readers.stalled(among: all) { $0 == 1 } == [])
    readers.published += 1
    // A subscriber that reads occasionally is not stalled.
    #expect(readers.stalled(among: all) { $0 != 2 } == [2])
    readers.published += Readers.patience + 1
    #expect(readers.stalled(among: [1, 3, 4]) { $0 == 1 } == [3])
  }
}
