import StandupsAPI

extension Connection {
  /// Returns all live meetings of all installations. If they exceed the maximum message size, they
  /// are read in pages without their transcripts.
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
