// The WebSocket to the gateway: opened again whenever it is lost.

/** Without a frame for so long the connection counts as lost, in milliseconds. */
const silenceMs = 10_000;

/** To where the page came from. */
const toOwnGateway = () => new WebSocket(`${location.origin.replace('http', 'ws')}/api/stream`, 'standups.1');

export class Stream {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  silence = undefined;
  /** How often it failed since it last worked. */
  failures = 0;
  isWanted = false;

  /**
   * @param {import('./clock.js').GatewayClock} clock
   * @param {{ opened: () => object, frame: (frame: any) => void, lost: (code: number) => void }} heard
   *   `opened` gives the first frame; `lost` is told once for each loss
   * @param {() => WebSocket} [connect] where to, if not to the page's own gateway
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

  /** Begins anew: something is missing. */
  reconnect() {
    if (this.isWanted) this.drop(4003, 50);
  }

  close() {
    this.isWanted = false;
    this.drop(1000);
  }

  // 1 is OPEN, of whatever WebSocket it is.
  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  /** @param {ArrayBuffer} bytes @returns {boolean} whether it went out */
  sendBytes(bytes) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(bytes);
    return true;
  }

  /** Waits for the next frame. */
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
    // A browser does not hurry all others: half of the pause is random.
    const wait = ms ?? Math.min(5000, 200 * 2 ** Math.min(this.failures, 5)) * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), wait);
    if (ms === undefined) this.heard.lost(code);
  }
}
