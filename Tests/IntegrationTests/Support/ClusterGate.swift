/// Limits the number of clusters that run at once: they measure time, and the machine may have two cores.
///
/// Waiting here counts towards the time limit of a test, which is therefore as long as all of them may take together.
actor ClusterGate {
  static let shared = ClusterGate(places: 3)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { free = places }

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
