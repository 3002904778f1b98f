// A client of the gateway: commands over HTTP, events over its WebSocket. What it says to the gateway is said by the page's own
// modules (page/), so there is one way of saying it.
import { createRequire } from 'node:module';
import { webcrypto } from 'node:crypto';
import { Follower } from './follower.js';
import { Refusal, command, request } from './page/api.js';

export { Follower, Refusal };

// Node 18 has it under this name alone.
globalThis.crypto ??= /** @type {Crypto} */ (webcrypto);

/** A session of somebody with a gateway. */
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
    // A change has to come from the gateway's own site.
    const headers = { Origin: origin, Cookie: cookie };
    this.#ask = (path, init) => fetch(origin + path, { ...init, headers: { ...headers, .../** @type {object} */ (init.headers) } });
  }

  /**
   * Goes through a link of `standups web invite`, which works once.
   * @param {string | URL} link `https://standups.example.org/#login=CODE`
   * @returns {Promise<Client>} rejects with a `Refusal` where the code is no good any more
   */
  static async login(link) {
    const { origin, hash } = new URL(link);
    const code = new URLSearchParams(hash.slice(1)).get('login');
    if (!code) throw new TypeError('Invalid link without #login=CODE; create one with: standups web invite NAME');
    // The cookie is in the head of the answer, which a page never sees: so this is no request of the page's.
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

  /** Who this is: `{name, role, session}`. */
  me() { return request('/api/me', undefined, this.#ask); }

  /**
   * A command of the bus (docs/protocol.md), such as `meetings.start`. It happens once, however often it has to be sent.
   * @param {string} target
   * @param {object} [body]
   * @returns {Promise<any>} the reply; rejects with a `Refusal`
   */
  command(target, body = {}) { return command(target, body, this.#ask); }

  /**
   * What is, and then all that happens, in order and once.
   * @param {{ after?: { epoch: string, after: number }, meetings?: string[], signal?: AbortSignal, limit?: number }} [options]
   *   `after`: where an earlier one was (`position`); what happened since comes, or the state where that is not kept any more.
   *   `meetings`: of which ticks and partial words come, too; at most 64.
   *   `limit`: how many events may wait to be taken; after that it hangs up, and goes on from there when they are (10,000)
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
    // Node's takes headers with its protocols.
    const socket = own ? new own(url, /** @type {any} */ ({ protocols: ['standups.1'], headers })) : new (ws())(url, 'standups.1', { headers });
    // It is followed by `close`, which is looked at; without a listener it would end the process.
    socket.addEventListener('error', () => {});
    return socket;
  }
}

/** The package ws, for a Node before 22. */
function ws() {
  try {
    return createRequire(import.meta.url)('ws');
  } catch {
    throw new Error(`Node ${process.versions.node} has no WebSocket: install ws (npm install ws, apt-get install node-ws), or use Node 22.`);
  }
}
