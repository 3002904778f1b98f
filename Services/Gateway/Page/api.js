// Requests to the gateway. Commands are retried if that is safe and useful.
import { ids } from './ids.js';

/** An error that the bus or the gateway returned. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.name = 'Refusal';
    this.problem = problem;
  }
}

/** @param {unknown} error @returns {Problem} */
export const problem = (error) => (error instanceof Refusal ? error.problem
  : { code: 'internal', message: String(error), retryable: false });

export const pause = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/**
 * Sends a request to a gateway. The page uses its own origin; other clients supply the address
 * (deploy/clients/javascript).
 * @typedef {(path: string, init: RequestInit) => Promise<Response>} Ask
 */

/**
 * Sends one request and returns the body of the response.
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {Ask} [ask]
 * @returns {Promise<any>} rejects with a `Refusal`, also if the gateway is unreachable
 */
export async function request(path, init, ask = fetch) {
  let response;
  try {
    response = await ask(path, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    throw new Refusal({ code: 'unavailable',
      message: `Could not reach the gateway: ${/** @type {Error} */ (error).message}.`, retryable: true, status: 0 });
  }
  const text = await response.text();
  let body;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    body = { message: text.slice(0, 200) };
  }
  if (response.ok) return body;
  const seconds = Number(response.headers.get('Retry-After') ?? 0);
  throw new Refusal({ code: 'internal', message: `The gateway returned status ${response.status}.`, retryable: false, ...body,
    status: response.status, retryAfterMs: body.retryAfterMs ?? seconds * 1000 });
}

/**
 * Sends a command. All its retries have the same idempotency key, so it runs once.
 * @param {string} target
 * @param {object} body
 * @param {Ask} [ask]
 * @returns {Promise<any>}
 */
export async function command(target, body, ask) {
  const key = ids.next();
  const end = performance.now() + 15_000;
  for (let wait = 100; ; wait = Math.min(1000, wait * 2)) {
    try {
      return await request(`/api/commands/${target}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(body),
      }, ask);
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      const ms = Math.max(refusal.problem.retryAfterMs ?? 0, wait * (0.5 + Math.random() / 2));
      if (!refusal.problem?.retryable || performance.now() + ms > end) throw error;
      await pause(ms);
    }
  }
}
