// A client of the gateway: commands over HTTP, events over its WebSocket. It speaks to the gateway through the page's
// own modules (page/), so that the protocol is implemented once.
import { createRequire } from 'node:module';
import { webcrypto } from 'node:crypto';
import { Follower } from './follower.js';
import { Refusal, command, request } from './page/api.js';

export { Follower, Refusal };

// Node 18 provides it only under this name.
globalThis.crypto ??= /** @type {Crypto} */ (webcrypto);

/** A person's session with a gateway. */
export class Client {
  /** @type {import('./page/api.js').Ask} */
  #ask;

  /**
   * @param {string | URL} address of the gateway, such as `https://standups.example.org`
   * @param {{ cookie: string }} session the cookie of a session, as `NAME=VALUE`: a secret
   */
  constructor(address, { cookie }) {
    const { origin, protocol } = new URL(address);
    if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`Invalid gateway address ${address}; expected https://…`);
    if (!/^[^\s=;,]+=[^\s;,]+$/.test(cookie)) throw new TypeError('Invalid session cookie; expected NAME=VALUE.');
    this.address = origin;
    this.cookie = cookie;
    // A request that changes something must come from the gateway's own origin.
    const headers = { Origin: origin, Cookie: cookie };
    this.#ask = (path, init) => fetch(origin + path, { ...init, headers: { ...headers, .../** @type {object} */ (init.headers) } });
  }

  /**
   * Logs in with a link from `standups web invite`, which works once.
   * @param {string | URL} link `https://standups.example.org/#login=CODE`
   * @returns {Promise<Client>} rejects with a `Refusal` if the code is no longer valid
   */
  static async login(link) {
    const { origin, hash } = new URL(link);
    const code = new URLSearchParams(hash.slice(1)).get('login');
    if (!code) throw new TypeError('Invalid link; expected one that ends with #login=CODE. Create one with: standups web invite NAME');
    // The cookie is in the header of the response, which a page never sees, so this does not use the page's request
    // function.
    const answer = await fetch(`${origin}/api/login`, { method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin }, body: JSON.stringify({ code }) }).catch((error) => {
      throw new Refusal({ code: 'unavailable', message: `Could not reach the gateway: ${error.message}.`, retryable: true, status: 0 });
    });
    if (!answer.ok) {
      const said = await answer.json().catch(() => ({}));
      throw new Refusal({ code: 'denied', message: `The gateway returned status ${answer.status}.`, retryable: false, ...said, status: answer.status });
    }
    return new Client(origin, { cookie: (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] });
  }

  /** The person of this session: `{name, role, session}`. */
  me() { return request('/api/me', undefined, this.#ask); }

  /**
   * Sends a command of the bus (docs/protocol.md), such as `meetings.start`. It takes effect once, however often it has
   * to be sent.
   * @param {string} target
   * @param {object} [body]
   * @returns {Promise<any>} the reply; rejects with a `Refusal`
   */
  command(target, body = {}) { return command(target, body, this.#ask); }

  /**
   * Yields the state, then all events, in order and once.
   * @param {{ after?: { epoch: string, after: number }, meetings?: string[], signal?: AbortSignal, limit?: number }} [options]
   *   `after`: the `position` of an earlier follower; the events since then are yielded, or the state if they have
   *   been compacted. `meetings`: meetings whose ticks and partial transcripts are delivered too; at most 64. `limit`:
   *   maximum number of events that wait to be read (default: 10,000). Beyond it the follower disconnects, and
   *   reconnects from there once they have been read.
   */
  follow(options = {}) {
    return new Follower({ connect: () => this.#connect(), enter: () => this.me(), ...options });
  }

  /** Ends the session. */
  async logout() {
    await request('/api/logout', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }, this.#ask);
  }

  #connect() {
    const url = `${this.address.replace(/^http/, 'ws')}/api/stream`;
    const headers = { Origin: this.address, Cookie: this.cookie };
    const { WebSocket: own } = globalThis;
    // Node's WebSocket accepts headers in the same object as its protocols.
    const socket = own ? new own(url, /** @type {any} */ ({ protocols: ['standups.1'], headers })) : new (ws())(url, 'standups.1', { headers });
    // A `close` event follows and is handled; without a listener an error would end the process.
    socket.addEventListener('error', () => {});
    return socket;
  }
}

/** The package ws, for Node before 22. */
function ws() {
  try {
    return createRequire(import.meta.url)('ws');
  } catch {
    throw new Error(`Node ${process.versions.node} has no WebSocket: install ws (npm install ws, apt-get install node-ws), or use Node 22.`);
  }
}
