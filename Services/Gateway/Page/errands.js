// Rare operations, loaded on demand: signing in, signing out, importing a file, copying a link.
import { problem, Refusal, request } from './api.js';
import { badge, call, canOffer, choose, onOpened } from './call.js';
import { parse } from './places.js';
import { w } from './words.js';
import { words } from './words-later.js';

/** @param {object} body @returns {RequestInit} */
const json = (body) => ({ method: 'POST', headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body) });

/**
 * @param {Extract<Effect, { type: 'import' | 'login' | 'logout' | 'request' | 'copy' | 'text' | 'save' | 'call' | 'badge' | 'notify' | 'offerNotifications' }>} effect
 * @param {(action: Action) => void} send
 * @param {State} state
 */
export function run(effect, send, state) {
  if (effect.type === 'login') return login(effect.code, send, state);
  if (effect.type === 'import') return bring(effect.file, effect.mode, send);
  if (effect.type === 'request') return ask(effect, send);
  if (effect.type === 'copy') return copy(effect, send);
  if (effect.type === 'text') return read(effect, send);
  if (effect.type === 'save') return save(effect, send);
  if (effect.type === 'logout') return leave(send);
  if (effect.type === 'offerNotifications') return offer(send);
  if (effect.type === 'call' || effect.type === 'badge' || effect.type === 'notify') return reach(effect, send);
  throw new Error(`Unknown effect: ${JSON.stringify(effect)}`);
}

/**
 * Reaches the person outside the page.
 * @param {Extract<Effect, { type: 'call' | 'badge' | 'notify' }>} effect @param {(action: Action) => void} send
 */
async function reach(effect, send) {
  onOpened((path) => {
    const place = parse(path, '');
    if (place) send({ type: 'go', place });
  });
  try {
    if (effect.type === 'badge') badge(effect.isOn);
    else if (effect.type === 'call') await call(effect);
    else send({ type: 'notify.done', result: await choose(effect.isOn) });
  } catch (error) {
    // The page itself shows every call, too.
    send({ type: 'notice', text: words.notify.failed(String(error)), isProblem: true });
  }
}

/**
 * Offers notifications, unless they are on or blocked in this browser.
 * @param {(action: Action) => void} send
 */
function offer(send) {
  if (canOffer()) send({ type: 'notice', text: words.notify.offer,
    offer: { label: w.foot.notify, action: { type: 'sheet', sheet: { kind: 'notify', result: '' } } } });
}

/** @param {(action: Action) => void} send */
function leave(send) {
  return request('/api/logout', json({})).then(({ next }) => (next ? location.assign(next)
    : send({ type: 'refused', problem: words.login.out })),
  (error) => send({ type: 'notice', text: problem(error).message, isProblem: true }));
}

/** @param {Extract<Effect, { type: 'request' }>} effect @param {(action: Action) => void} send */
async function ask({ path, body, as }, send) {
  try {
    send({ ...as, reply: await request(path, body && json(body)) });
  } catch (error) {
    send({ ...as, error: problem(error) });
  }
}

/**
 * Copies a text, or selects it in its field if the browser does not permit copying.
 * @param {Extract<Effect, { type: 'copy' }>} effect @param {(action: Action) => void} send
 */
async function copy({ text, field }, send) {
  try {
    await navigator.clipboard.writeText(text);
    send({ type: 'copied', text: words.copied });
  } catch {
    // Browsers provide the clipboard only over HTTPS.
    /** @type {HTMLInputElement | null} */ (document.getElementById(field))?.select();
    send({ type: 'copied', text: words.select });
  }
}

/**
 * Downloads a file under the given name.
 * @param {Extract<Effect, { type: 'save' }>} effect @param {(action: Action) => void} send
 */
async function save({ path, name, text }, send) {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(text === undefined ? await fetched(path) : new Blob([text], { type: 'text/csv' }));
    link.download = name;
    link.click();
    // The browser has begun to read the file by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    send({ type: 'notice', text: problem(error).message, isProblem: true });
  }
}

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) throw new Refusal(await response.json());
  return response.blob();
}

/**
 * Reads a file that the user chose.
 * @param {Extract<Effect, { type: 'text' }>} effect @param {(action: Action) => void} send
 */
const read = ({ file, as }, send) => file.text().then((text) => send({ ...as, text }), (error) => send({ ...as, problem: String(error) }));

/** @param {string} code @param {(action: Action) => void} send @param {State} state */
async function login(code, send, state) {
  try {
    await request('/api/login', json({ code }));
    send({ type: 'entered', me: await request('/api/me') });
  } catch (error) {
    const { status, message } = problem(error);
    // A signed-in person remains signed in, even if the link is invalid.
    if (status === 401 && state.entry !== 'out') {
      try {
        const me = await request('/api/me');
        return send(state.entry === 'in' ? { type: 'notice', text: words.login.failed, isProblem: true } : { type: 'entered', me });
      } catch { /* The message below reports that the link does not work. */ }
    }
    send({ type: 'refused', problem: status === 401 ? words.login.failed : message });
  }
}

/** @param {File} file @param {string} mode @param {(action: Action) => void} send */
async function bring(file, mode, send) {
  try {
    send({ type: 'import.done',
      reply: await request(`/api/import?mode=${encodeURIComponent(mode)}`,
      { method: 'POST', body: file, headers: { 'Content-Type': 'application/json' } }) });
  } catch (error) {
    send({ type: 'import.done', error: problem(error) });
  }
}
