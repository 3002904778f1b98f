/// Sends ticks, partial lines and the connected people of a meeting to the streams that watch it.
extension Gateway {
  /// Replaces the set of meetings that a stream watches.
  func watch(_ meetings: Set<String>, _ client: StreamClient) {
    for meeting in client.meetings.subtracting(meetings) {
      feed.watchers[meeting]?.remove(client.number)
      if feed.watchers[meeting]?.isEmpty == true {
        feed.watchers[meeting] = nil
        listen(to: meeting, false)
      }
      presenceChanged(meeting)
    }
    let added = meetings.subtracting(client.meetings)
    for meeting in added {
      let isFirst = feed.watchers[meeting] == nil
      feed.watchers[meeting, default: []].insert(client.number)
      if isFirst { listen(to: meeting, true) }
    }
    client.meetings = meetings
    for meeting in added {
      sendPresence(of: meeting, to: client)
      presenceChanged(meeting)
    }
  }

  /// Subscribes to the ephemeral events of a meeting, or unsubscribes from them. The timer sends
  /// ticks only for meetings with subscribers.
  private func listen(to meeting: String, _ isOn: Bool) {
    // A new subscription includes all watched meetings anyway.
    guard let source = feed.source else { return }
    let prefixes = DurableEvents.prefixes(watching: meeting)
    Task {
      do {
        if isOn {
          try await source.watch(prefixes)
        } else {
          try await source.unwatch(prefixes)
        }
      } catch {
        log.debug("Could not subscribe to the ticks of a meeting yet: \(error)")
        guard isOn, !(error is CancellationError) else { return }
        loop.schedule(after: .seconds(1)) {
          // Skip this if the subscription was replaced, or if the meeting is no longer watched.
          guard self.feed.source === source, self.feed.watchers[meeting] != nil else { return }
          self.listen(to: meeting, true)
        }
      }
    }
  }
}
