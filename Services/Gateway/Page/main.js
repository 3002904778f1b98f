// The shell: performs effects, renders the view, and dispatches actions.
import { command, problem, Refusal, request } from './api.js';
import { GatewayClock } from './clock.js';
import { outlet, render } from './dom.js';
import { register } from './features.js';
import { opening } from './follow.js';
import { fetched, load, parts } from './parts.js';
import { columns, parse, path, same } from './places.js';
import { reduce } from './reduce.js';
import { initial } from './state.js';
import { Stream } from './stream.js';
import { view } from './view.js';
import { left, person, title, w } from './words.js';
import { elapsed, seen, watched } from '../../Standups/Page/live.js';

register();
const state = initial();
const root = /** @type {Element} */ (document.getElementById('page'));
const said = /** @type {Element} */ (document.getElementById('said'));
const clock = new GatewayClock(() => performance.timeOrigin + performance.now());
/** @type {typeof import('../../Standups/Page/bell.js') | null} */
let bell = null;
/** @type {import('../../Transcription/Page/hearing.js').Hearing | null} */
let hearing = null;
let isDrawn = true;
let isAwake = false;
/** @type {string[]} */
let wanted = [];
/** @type {{ id: string, ifLost?: boolean } | null} */
let focus = null;

const stream = new Stream(clock, {
  opened() {
    wanted = watched(state);
    // A new connection never has the lease, regardless of how the old one ended.
    hearing?.lost();
    send({ type: 'opened' });
    return opening(state.follow, wanted);
  },
  frame(frame) {
    if (frame.microphone) return hearing?.answer(frame.microphone);
    send({ type: 'frame', frame });
    return frame.following && void resume().catch(warn);
  },
  lost(code) {
    hearing?.lost();
    send({ type: 'lost', code });
    // The code of a rejected handshake does not reveal the reason, so ask the gateway.
    if (code === 1006) void enter();
  },
});

/** @param {Action} action */
function send(action) {
  state.now = clock.now();
  for (const effect of reduce(state, action)) perform(effect);
  const watching = watched(state);
  if (watching.join() !== wanted.join()) stream.send({ meetings: (wanted = watching) });
  document.title = heading();
  if (isDrawn) {
    isDrawn = false;
    requestAnimationFrame(draw);
  }
}
outlet.send = send;

function draw() {
  isDrawn = true;
  const { activeElement } = document;
  render(root, view(state));
  const top = `heading-${columns(state.place).length}`;
  // A notice is gone with the focus.
  if (!activeElement?.isConnected && activeElement?.closest('.notice')) focus ??= { id: top, ifLost: true };
  if (focus) {
    // If two fields have the same purpose, only one of them is visible.
    const { id, ifLost } = focus;
    const el = [id, `${id}-here`].map((each) => document.getElementById(each)).find((each) => each?.offsetParent);
    focus = null;
    const isFree = !ifLost || document.activeElement === document.body;
    if (el && isFree && !document.querySelector('dialog[open]')) el.focus();
  }
  if (seen(state) || isAwake) void keepAwake();
  const text = document.getElementById(top)?.textContent || w.app;
  titled = text === w.app ? text : `${text} – ${w.app}`;
  document.title = heading();
}

/** Title of the tab while no meeting is shown, which is the heading of the place. */
let titled = w.app;

/** Returns the title of the tab, which begins with a call to this person. */
function heading() {
  return state.badge ? `${state.badge} · ${shown()}` : shown();
}

/** Returns the title of the place, which includes the remaining time of a visible meeting. */
function shown() {
  const live = seen(state);
  if (!live) return state.isLoaded ? titled : w.app;
  const { people, durationMs } = live;
  return `${left(durationMs - elapsed(live, state.now))} · ${person(people[live.speaker]?.name ?? '')} · ${title(live.standup.title)}`;
}

/** @param {Effect} effect */
function perform(effect) {
  switch (effect.type) {
    case 'act': return send(effect.action);
    case 'after': return void setTimeout(() => send(effect.action), effect.ms);
    case 'announce': return void (said.textContent = effect.text);
    case 'command': return void run(effect);
    case 'connect': return stream.open();
    case 'ding': return void ready().then((it) => it.ding(state, effect), isAway);
    case 'disconnect': return stream.close();
    case 'enter': return void enter();
    case 'focus': return void (focus = effect);
    case 'go': return goTo(effect.place, effect.how);
    case 'up': return history.state?.from === path(effect.place) ? history.back() : goTo(effect.place, 'replace');
    case 'load': return void load(effect.name).then(() => send({ type: 'loaded', name: effect.name }), isAway);
    case 'microphone': return void listen(effect).catch(warn);
    case 'perform':
      // Ignored because only an outage prevents it, and the next one tries again.
      return void load(effect.part).then(() => parts[effect.part]?.perform?.(effect, send, state), () => {});
    case 'ready': return void (document.documentElement.dataset.ready = 'yes');
    case 'reconnect':
      if (effect.isFresh) state.follow.epoch = '';
      return stream.reconnect();
    case 'remember': return remember(effect.name, effect.value);
    default: return void fetched(() => import('./errands.js')).then(({ run }) => run(effect, send, state), isAway);
  }
}

/** @param {unknown} what */
function warn(what) { send({ type: 'notice', text: String(what), isProblem: true }); }

/** Reports that a module could not be loaded. */
const isAway = () => warn(w.away);

/** @param {Place} place @param {'push' | 'replace'} how */
function goTo(place, how) {
  const from = how === 'push' ? location.pathname + location.search : history.state?.from;
  history[how === 'push' ? 'pushState' : 'replaceState']({ from }, '', path(place));
}

/** @param {Extract<Effect, { type: 'command' }>} effect */
async function run({ target, body, as }) {
  const { after } = state.follow;
  try {
    if (state.offline) throw new Refusal({ code: 'unavailable', message: state.offline });
    send(/** @type {Action} */ ({ ...as, after, reply: await command(target, body) }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.problem.status === 401) send({ type: 'refused', problem: w.login.ended });
    else send(/** @type {Action} */ ({ ...as, error: problem(error) }));
  }
}

async function enter() {
  try {
    send({ type: 'entered', me: await request('/api/me') });
  } catch (error) {
    const { status, message } = problem(error);
    if (status === 403) send({ type: 'refused', problem: message });
    else send(status === 401 ? { type: 'refused', problem: '' } : { type: 'away' });
  }
}

/** Loads the modules of the microphone when the user records for the first time. */
async function hear() {
  const { Hearing } = await fetched(() => import('../../Transcription/Page/hearing.js'));
  return (hearing ??= new Hearing(stream, () => clock.now(), send));
}

/** @param {Extract<Effect, { type: 'microphone' }>} effect */
async function listen(effect) {
  if (!hearing && effect.do !== 'open') return;
  // Runs synchronously if possible, because a state that arrives during a load would report that the microphone
  // is still recording.
  await (hearing ?? await hear()).perform(effect);
}

/** Resumes recording, or sends the audio that was kept from before a reload. */
async function resume() {
  if (!hearing && !localStorage.getItem('sound') && !sessionStorage.getItem('microphone')) return;
  await (await hear()).resume(state);
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* Without storage the setting lasts until the page is closed. */ }
}

/** Keeps the screen on while a meeting is visible. */
async function keepAwake() {
  isAwake = !!seen(state);
  (await fetched(() => import('../../Standups/Page/awake.js'))).keep(isAwake && document.visibilityState === 'visible');
}

/** @param {Event} event @returns {boolean} true if the element handles typing or clicks itself */
function isTaken({ target }) {
  const el = /** @type {Element} */ (target);
  return !!el.closest?.('input, textarea, select, [contenteditable]');
}

/** Loads the bell, and prepares it after a user gesture, because browsers allow sound only then. */
async function ready(isGesture = false) {
  bell ??= await fetched(() => import('../../Standups/Page/bell.js'));
  if (isGesture) bell.ready();
  return bell;
}

addEventListener('click', (event) => {
  void ready(true).catch(warn);
  const link = /** @type {Element} */ (event.target).closest?.('a[href^="/"]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey
    || link.hasAttribute('download')) return;
  const { pathname, search } = /** @type {HTMLAnchorElement} */ (link);
  const place = parse(pathname, search);
  if (!place) return;
  event.preventDefault();
  send({ type: 'go', place });
});
addEventListener('keydown', (event) => {
  void ready(true).catch(warn);
  const el = /** @type {Element} */ (event.target);
  // Without the keys of single characters (WCAG 2.1.4), those of a microphone have no effect either.
  if (state.keys) return event.stopImmediatePropagation();
  // A held key counts as one press.
  if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
  if (event.key === ' ' && el.closest?.('a, button, summary')) return;
  if (!/^[n bemlp+/?1-9]$/.test(event.key)) return;
  event.preventDefault();
  send({ type: 'key', key: event.key });
});
addEventListener('popstate', () => {
  const place = parse(location.pathname, location.search);
  if (place && !same(place, state.place)) send({ type: 'popped', place });
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  bell?.ready();
  hearing?.look();
  send({ type: 'shown' });
});
addEventListener('pagehide', () => {
  try {
    for (const name of /** @type {const} */ (['drafts', 'writing'])) sessionStorage.setItem(name, JSON.stringify(state.entry === 'in' ? [...state[name]] : []));
  } catch { /* Without storage the drafts are lost with the page. */ }
});
addEventListener('storage', ({ key, newValue }) => key === 'pins' && send({ type: 'pins.stored', text: newValue ?? '' }));
addEventListener('online', () => stream.isWanted && stream.open());
setInterval(() => {
  const { focus } = state;
  if (seen(state)?.isRunning || (focus?.isRunning && state.place.kind === 'focus')) send({ type: 'now' });
}, 200);
setInterval(() => stream.ping(), 20_000);

const { pathname, search } = location;
const refusal = document.querySelector('meta[name="standups-problem"]')?.getAttribute('content');
const first = (!refusal && parse(pathname, search))
  || /** @type {Place} */ ({ kind: 'nowhere', problem: refusal ?? '' });
/** Removes the login code from the address and returns it. */
function takeCode() {
  const code = /^#login=(.+)$/.exec(location.hash)?.[1] ?? '';
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
const code = takeCode();
// Pasting a link into the address bar of the open page changes only the hash.
addEventListener('hashchange', () => {
  const code = takeCode();
  if (code) send({ type: 'login', code });
});
send({
  type: 'begin', place: first, code, isMuted: localStorage.getItem('muted') === 'yes', sound: localStorage.getItem('bell') ?? 'bell', arrived: localStorage.getItem('arrived') ?? '',
  keys: localStorage.getItem('keys') ?? '',
  hasMicrophone: isSecureContext && !!navigator.mediaDevices?.getUserMedia, drafts: JSON.parse(sessionStorage.getItem('drafts') ?? '[]'),
  writing: JSON.parse(sessionStorage.getItem('writing') ?? '[]'), pins: localStorage.getItem('pins') ?? '',
});
