/// Requests in flight, numbered consecutively. Answered requests are removed, so memory does not
/// grow with the length of a run.
struct RequestWindow<Request> {
  /// Requests from `head` on; nil for each request that was answered.
  private var slots: [Request?] = []
  private var head = 0
  /// Number of the request at `head`.
  private var first = 0

  /// Size of the window, from the oldest request without a reply to the newest request.
  var count: Int { slots.count - head }

  /// Adds a request.
  ///
  /// - Returns: number of the request; the first one has number 0.
  mutating func add(_ request: Request) -> Int {
    slots.append(request)
    return first + count - 1
  }

  /// Removes and returns the request that was answered.
  ///
  /// - Returns: nil if it was never sent, was already answered, or was removed as too old.
  mutating func take(_ number: Int) -> Request? {
    guard number >= first, number - first < count else { return nil }
    let index = head + number - first
    guard let request = slots[index] else { return nil }
    slots[index] = nil
    shrink()
    return request
  }

  /// Removes the oldest requests while they are old enough.
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
    // Each compaction moves at most as many slots as were removed, so the average cost per request
    // is constant.
    if head >= 1024, head >= slots.count / 2 {
      slots.removeFirst(head)
      head = 0
    }
  }
}
