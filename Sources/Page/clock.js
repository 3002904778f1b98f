// The gateway's time, as told over the stream.

/** The gateway's clock by this one's: the shortest round trip tells it best. */
export class GatewayClock {
  /** @param {() => number} local milliseconds that never go back */
  constructor(local) {
    this.local = local;
    this.offset = 0;
    /** How long the best trip took; after a while worse ones count again, as clocks drift. */
    this.best = Infinity;
    this.at = 0;
  }

  now() { return this.local() + this.offset; }

  /**
   * An answer that says the gateway's time.
   * @param {number} sent when it was asked, by the local clock
   * @param {number} now the gateway's time
   */
  trip(sent, now) {
    const at = this.local();
    const took = at - sent;
    if (took > this.best && at - this.at < 300_000) return;
    Object.assign(this, { best: took, at, offset: now + took / 2 - at });
  }

  /**
   * The gateway's time came without a question: it counts where nothing better is known, or where the
   * local clock stood still, as in a sleeping machine.
   * @param {number} now
   */
  told(now) {
    if (this.best === Infinity || Math.abs(now - this.now()) > 2000) Object.assign(this,
      { best: Infinity, offset: now - this.local() });
  }
}
