import StandupsAPI

extension Connection {
  /// All live meetings. Where they are too many for one message they come without what was said, page
  /// by page.
  func liveMeetings() async throws -> ListLiveMeetings.Reply {
    var whole = try await liveMeetingsHere()
    for other in try await others(whole.elsewhere) {
      whole.meetings += try await other.liveMeetingsHere().meetings
    }
    whole.elsewhere = nil
    return whole
  }

  private func liveMeetingsHere() async throws -> ListLiveMeetings.Reply {
    var whole = try await send(ListLiveMeetings())
    while let next = whole.next {
      let page = try await send(ListLiveMeetings(after: next))
      whole.meetings += page.meetings
      whole.next = page.next
    }
    return whole
  }
}
