import StandupsCollections
import Testing

@Suite struct QueueTests {
  @Test func theQueueKeepsItsOrder() {
    var queue = Queue<Int>()
    var next = 0
    for step in 0..<1000 {
      queue.append(step)
      if step % 3 != 0 {
        #expect(queue.popFirst() == next)
        next += 1
      }
    }
    while let value = queue.popFirst() {
      #expect(value == next)
      next += 1
    }
    #expect(next == 1000)
    #expect(queue.isEmpty)
  }
}
