// Opens the page without a connection, with the state that this person saw last, and reports another version of the page.
// Loaded once the page has started, or if the gateway cannot be reached.
import { register } from './call.js';
import { h } from './dom.js';
import { missing } from './language.js';
import { drop, ingredients, keep, kept } from './seen-store.js';
import { button } from './view-parts.js';
import { ownName } from './view-language.js';
import { moment, time } from './words.js';
import { words } from './words-later.js';

/** Path of the assets of this page, which names its version. */
const version = /\/assets\/[^/]+/.exec(import.meta.url)?.[0];

/** Interval at which a changed state is kept, in milliseconds. */
const changedMs = 5000;

/** Interval at which an unchanged state is kept, because its time is shown, in milliseconds. */
const unchangedMs = 60_000;

/** Interval at which a search for another version that failed is repeated, in milliseconds. */
const searchMs = 5000;

let isRunning = false;

/** @type {Handlers} */
export const handlers = {
  // Shows the state that was kept.
  seen(state, { at, me, data }) {
    if (state.entry !== 'starting') return [];
    const seen = new Date(at);
    const text = seen.toDateString() === new Date(state.now).toDateString() ? time(seen.toISOString()) : moment(seen.toISOString());
    Object.assign(state, data, { me, entry: 'in', entryProblem: '', stream: 'lost', isLoaded: true, offline: words.offline.refused,
      offlineBanner: words.offline.shown(text) });
    return [{ type: 'ready' }];
  },
  'offline.outdated'(state) {
    state.isOutdated = true;
  },
  'offline.reload': () => [{ type: 'perform', part: 'offline', do: 'reload' }],
};

/** @param {State} state @returns {Child} */
export const banner = ({ isOutdated, offline, offlineBanner }) => [
  offline && h('p', { class: 'banner', role: 'alert', key: 'offline' }, offlineBanner),
  isOutdated && h('p', { class: 'banner', role: 'status', key: 'outdated' }, words.offline.outdated, ' ',
    button(words.offline.reload, { type: 'offline.reload' })),
];

/** @type {NonNullable<Part['perform']>} */
export async function perform(effect, send, state) {
  if (effect.do === 'reload') return location.reload();
  try {
    if (effect.do === 'forget') return await drop();
    if (effect.do === 'show') {
      const seen = await kept();
      return seen && send({ type: 'seen', ...seen });
    }
    tellMissing(send);
    follow(send, state);
    return await keep(state);
  } catch (error) {
    // Without storage, the page works while it is connected.
    return console.warn(error);
  }
}

let isTold = false;

/**
 * Says once that the page is in English because the texts of its language did not load.
 * @param {(action: Action) => void} send
 */
export function tellMissing(send) {
  if (missing && !isTold) send({ type: 'notice', text: words.language.missing(ownName(missing)), isProblem: true });
  isTold = true;
}

/**
 * Registers the service worker, and looks for another version of the page after each outage.
 * @param {(action: Action) => void} send @param {State} state
 */
function follow(send, state) {
  if (!('serviceWorker' in navigator)) return;
  if (isRunning) return void search(state);
  isRunning = true;
  const warn = (/** @type {unknown} */ error) => console.warn(error);
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.version === 'string' && data.version !== version) send({ type: 'offline.outdated' });
  });
  register().catch(warn);
  let at = 0;
  /** @type {unknown[]} */
  let before = [];
  const again = () => {
    const now = ingredients(state);
    const isSame = now.length === before.length && now.every((value, index) => value === before[index]);
    if (isSame && Date.now() - at < unchangedMs) return;
    [before, at] = [now, Date.now()];
    void keep(state).catch(warn);
  };
  setInterval(again, changedMs);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && again());
}

/**
 * Looks for another version of the page, until the request succeeds and, if there is one, all its files are kept.
 * @param {State} state
 */
async function search(state) {
  // The next connection looks again.
  if (state.stream !== 'following') return;
  const later = () => { setTimeout(search, searchMs, state); };
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const { installing = null } = registration ?? {};
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && later());
  } catch (error) {
    console.warn(error);
    later();
  }
}
