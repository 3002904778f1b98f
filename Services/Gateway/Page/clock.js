// Time of the gateway, estimated from the frames of the stream.

/** Clock of the gateway, derived from the local clock and the round trip that took the shortest time. */
export class GatewayClock {
  /** @param {() => number} local monotonic clock, in milliseconds */
  constructor(local) {
    this.local = local;
    this.offset = 0;
    /**
     * Duration of the best round trip, in milliseconds. After five minutes, a worse one replaces it, because clocks
     * drift.
     */
    this.best = Infinity;
    this.at = 0;
  }

  now() { return this.local() + this.offset; }

  /**
   * Processes a reply that contains the gateway's time.
   * @param {number} sent time of the request, by the local clock
   * @param {number} now the gateway's time
   */
  trip(sent, now) {
    const at = this.local();
    const took = at - sent;
    if (took > this.best && at - this.at < 300_000) return;
    Object.assign(this, { best: took, at, offset: now + took / 2 - at });
  }

  /**
   * Processes the gateway's time from an unsolicited frame. It is used only if no round trip is known yet, or if the
   * local clock has stopped for a while, as on a sleeping machine.
   * @param {number} now
   */
  told(now) {
    if (this.best === Infinity || Math.abs(now - this.now()) > 2000) Object.assign(this,
      { best: Infinity, offset: now - this.local() });
  }
}
