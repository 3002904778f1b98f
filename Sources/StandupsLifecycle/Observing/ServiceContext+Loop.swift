public import ZeroMQ

extension ServiceContext {
  /// Monitors a loop: adds a check that it responds, and a metric of its response time.
  ///
  /// - Parameter name: distinguishes the loop from others in the process.
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
