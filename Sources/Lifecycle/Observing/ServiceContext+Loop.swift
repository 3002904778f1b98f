public import ZeroMQ

extension ServiceContext {
  /// Has a loop looked at: the process lives while it answers, and how soon it does is measured.
  public func observe(_ loop: SocketLoop) {
    checks.add("loop", .alive) {
      await loop.run {}
      return nil
    }
    let lag = metrics.gauge(
      "standups_loop_lag_seconds",
      "How long the thread that owns the sockets took to answer, when this was read.")
    metrics.onRead {
      let start = MonotonicInstant.now
      await loop.run {}
      lag.set(Double(MonotonicInstant.now.nanoseconds - start.nanoseconds) / 1e9)
    }
  }
}
