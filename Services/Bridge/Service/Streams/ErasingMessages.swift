import BridgeAPI
import Bus
import Documents
import FastJSON

/// Publishes an event that reports an erasure only after the erased messages are gone from the
/// stream.
///
/// A stream that contains such an event therefore contains none of the erased content, and the
/// progress of the erasure need not be stored.
extension BridgeReduction {
  /// Erasure that must be completed before an event is published; nil if none is needed.
  func erasing(
    of event: CloudEvent, _ sequence: Int64, _ publishing: Publishing
  ) -> Publishing.Erasing? {
    // Events that were read after the erasure contain nothing to be erased.
    guard sequence > publishing.minHead, sequence > publishing.erasedThrough, !event.isErased,
      let rule = state.rules.first(where: { $0.type == event.type }),
      rule.member.map({ event.data[$0] != nil }) ?? true,
      rule.unless.map({ event.data[$0] == nil }) ?? true
    else { return nil }
    return .init(
      sequence: sequence, view: rule.view, id: event.subject, token: 0,
      through: max(publishing.base, publishing.oldest - 1))
  }

  mutating func begin(_ erasing: Publishing.Erasing, _ publishing: inout Publishing) {
    var erasing = erasing
    erasing.token = token()
    publishing.erasing = erasing
    effects.append(.read(erasing.token, query(erasing, publishing)))
  }

  private func query(_ erasing: Publishing.Erasing, _ publishing: Publishing) -> JournalQuery {
    JournalQuery(
      after: erasing.through, epoch: publishing.epoch,
      standup: erasing.view == .standup ? erasing.id : nil,
      meeting: erasing.view == .meeting ? erasing.id : nil, limit: BridgeReducer.pageSize)
  }

  mutating func erasingPage(_ result: Result<EventPage, BusError>) {
    guard let publishing = state.publishing, var erasing = publishing.erasing else { return }
    switch result {
    case .failure(let error) where error.code == .compacted: checkStreams()
    case .failure: pause(500)
    case .success(let page) where page.epoch != publishing.epoch: checkStreams()
    case .success(let page):
      let end = page.resume ?? (page.hasMore ? page.events.last?.number : page.head) ?? page.head
      erasing.isLast = !page.hasMore || end >= erasing.sequence || end <= erasing.through
      erasing.through = max(end, erasing.through)
      let sequences = page.events.filter(\.isErased).compactMap(\.number)
        .filter { $0 > publishing.base && $0 < erasing.sequence }
        .map { $0 - publishing.base }
      state.publishing?.erasing = erasing
      guard !sequences.isEmpty else { return continueErasing() }
      erasing.token = token()
      state.publishing?.erasing = erasing
      effects.append(.erase(erasing.token, stream: publishing.stream, sequences))
    }
  }

  mutating func erased(_ token: Token, _ result: Result<Int, NATSFailure>) {
    guard state.publishing?.erasing?.token == token else { return }
    switch result {
    case .success(let count):
      state.erased += count
      continueErasing()
    case .failure(let failure):
      setObstacle("Messages could not be erased: \(failure)")
      pause(1000)
    }
  }

  private mutating func continueErasing() {
    guard var publishing = state.publishing, let erasing = publishing.erasing else { return }
    if erasing.isLast {
      publishing.erasing = nil
      publishing.erasedThrough = erasing.sequence
      state.publishing = publishing
      continuePublishing()
    } else {
      begin(erasing, &publishing)
      state.publishing = publishing
    }
  }
}
