public import ZeroMQ

extension ServiceContext {
  /// Has a loop looked at: the process lives while it answers, and how soon it does is measured.
  ///
  /// - Parameter name: tells it from the others of the process.
  public func observe(_ loop: SocketLoop, as name: String = "loop") {
    checks.add(name, .alive) {
      await loop.run {}
      return nil
    }
    let lag = metrics.gauges(
      "standups_loop_lag_seconds",
      "Response time of a thread that owns sockets, in seconds, measured on each scrape.",
      labels: ["loop"]
    ).with(name)
    metrics.onRead {
      let start = MonotonicInstant.now
      await loop.run {}
      lag.set(Double(MonotonicInstant.now.nanoseconds - start.nanoseconds) / 1e9)
    }
  }
}
