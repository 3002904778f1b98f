/// Requests under way, by numbers that follow one another. What is answered is forgotten, so that a
/// run takes no more memory the longer it is.
struct RequestWindow<Request> {
  /// From `head` on; nil where the answer has come.
  private var slots: [Request?] = []
  private var head = 0
  /// The number of the request at `head`.
  private var first = 0

  /// How many numbers are kept: from the oldest without an answer to the newest.
  var count: Int { slots.count - head }

  /// - Returns: its number; the first has 0.
  mutating func add(_ request: Request) -> Int {
    slots.append(request)
    return first + count - 1
  }

  /// Takes out the one that was answered.
  ///
  /// - Returns: nil where it was never asked, was answered before, or is forgotten.
  mutating func take(_ number: Int) -> Request? {
    guard number >= first, number - first < count else { return nil }
    let index = head + number - first
    guard let request = slots[index] else { return nil }
    slots[index] = nil
    shrink()
    return request
  }

  /// Forgets the oldest ones, as long as they are old enough.
  mutating func forget(while isOld: (Request) -> Bool) {
    while head < slots.count, let oldest = slots[head], isOld(oldest) {
      slots[head] = nil
      shrink()
    }
  }

  private mutating func shrink() {
    while head < slots.count, slots[head] == nil {
      head += 1
      first += 1
    }
    // As many are moved as were taken out, so that each costs the same however many there are.
    if head >= 1024, head >= slots.count / 2 {
      slots.removeFirst(head)
      head = 0
    }
  }
}
