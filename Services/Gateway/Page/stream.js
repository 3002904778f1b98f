// WebSocket to the gateway, which reconnects whenever the connection is lost.

/** Time without a frame after which the connection counts as lost, in milliseconds. */
const silenceMs = 10_000;

/** Connects to the gateway that served the page. */
const toOwnGateway = () => new WebSocket(`${location.origin.replace('http', 'ws')}/api/stream`, 'standups.1');

export class Stream {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  silence = undefined;
  /** Number of consecutive failures since the connection last worked. */
  failures = 0;
  isWanted = false;

  /**
   * @param {import('./clock.js').GatewayClock} clock
   * @param {{ opened: () => object, frame: (frame: any) => void, lost: (code: number) => void }} heard `opened`
   *   returns the first frame; `lost` is called once per loss
   * @param {() => WebSocket} [connect] opens the WebSocket. Default: to the page's own gateway
   */
  constructor(clock, heard, connect = toOwnGateway) {
    this.clock = clock;
    this.heard = heard;
    this.connect = connect;
  }

  open() {
    this.isWanted = true;
    clearTimeout(this.timer);
    if (this.socket) return;
    const socket = this.connect();
    this.socket = socket;
    this.listen();
    socket.onopen = () => {
      this.send(this.heard.opened());
      this.ping();
    };
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      this.listen();
      let frame;
      try {
        frame = JSON.parse(data);
      } catch {
        return this.drop(4003);
      }
      this.take(frame);
    };
    socket.onclose = ({ code }) => { if (this.socket === socket) this.drop(code); };
  }

  /** @param {any} frame */
  take(frame) {
    if ('pong' in frame) return this.clock.trip(frame.pong, frame.now);
    const told = frame.hello?.now ?? frame.beat?.now;
    if (told) this.clock.told(told);
    if (frame.following) this.failures = 0;
    this.heard.frame(frame);
  }

  ping() { this.send({ ping: this.clock.local() }); }

  /** Reconnects because events are missing. */
  reconnect() {
    if (this.isWanted) this.drop(4003, 50);
  }

  close() {
    this.isWanted = false;
    this.drop(1000);
  }

  // 1 means OPEN in every implementation of WebSocket.
  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  /** @param {ArrayBuffer} bytes @returns {boolean} true if the bytes were sent */
  sendBytes(bytes) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(bytes);
    return true;
  }

  /** Restarts the timeout for the next frame. */
  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(4000), silenceMs);
  }

  /** @param {number} code @param {number} [ms] */
  drop(code, ms) {
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    if (!this.isWanted) return;
    this.failures += 1;
    // Half of the delay is random, so that not all browsers reconnect at the same time.
    const wait = ms ?? Math.min(5000, 200 * 2 ** Math.min(this.failures, 5)) * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), wait);
    if (ms === undefined) this.heard.lost(code);
  }
}
