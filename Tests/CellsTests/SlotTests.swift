import Cells
import StandupsDependencies
import Foundation
import Testing

@Suite struct SlotTests {
  @Test(arguments: [
    ("00000000-0000-0000-0000-000000000000", 0), ("00000000-0000-0000-0000-0000000003ff", 1023),
    ("ffffffff-ffff-ffff-ffff-fffffffffc00", 0), ("3b9f2a7e-6d43-4f0e-9d7c-1a2b3c4d52db", 731),
  ]) func aSlotIsTheEndOfAnID(_ text: String, _ number: Int) throws {
    #expect(Slot(of: try #require(UUID(uuidString: text))).number == number)
  }

  @Test func onlyTheEndOfAnIDIsItsSlot() throws {
    let id = try #require(UUID(uuidString: "3b9f2a7e-6d43-4f0e-9d7c-1a2b3c4d52db"))
    #expect(Slot.all.count == 1024)
    for slot in Slot.all {
      let moved = id.inSlot(slot)
      #expect(Slot(of: moved) == slot)
      #expect(moved.inSlot(Slot(of: id)) == id)
    }
    #expect(id.inSlot(try #require(Slot(731))) == id)
    #expect(Slot(-1) == nil && Slot(1024) == nil)
  }

  @Test(arguments: ["", "0", "1023", "0-1023", "0-511,700", "3,5,7-9,1023"])
  func aSetIsItsText(_ text: String) throws {
    let slots = try #require(SlotSet(text))
    #expect(slots.description == text)
    let json = try JSONEncoder().encode([slots])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([SlotSet].self, from: json) == [slots])
  }

  @Test(arguments: [
    "1024", "-1", "a", "1-", "-", "1--2", "2-1", "1,", ",1", "1 ,2", "0-1-2", "+1", "00001", "٣",
    String(repeating: "1,", count: 2048) + "1",
  ]) func whatIsNoSetIsRefused(_ text: String) {
    #expect(SlotSet(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SlotSet].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func aSetIsLikeAnyOther(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func drawn() -> Set<Slot> {
      let count = Int.random(in: 0...Slot.count, using: &random)
      return Set(Slot.all.shuffled(using: &random).prefix(count))
    }
    let (one, other) = (drawn(), drawn())
    let (first, second) = (SlotSet(one), SlotSet(other))
    #expect(Array(first) == one.sorted())
    #expect(first.count == one.count && first.isEmpty == one.isEmpty)
    #expect(first.union(second) == SlotSet(one.union(other)))
    #expect(first.intersection(second) == SlotSet(one.intersection(other)))
    #expect(first.subtracting(second) == SlotSet(one.subtracting(other)))
    #expect(SlotSet(first.description) == first)
    #expect(Slot.all.count == 1024)
    for slot in Slot.all { #expect(first.contains(slot) == one.contains(slot)) }
    var rest = first
    for slot in one { rest.remove(slot) }
    #expect(rest.isEmpty && SlotSet.all.isAll)
  }
}
