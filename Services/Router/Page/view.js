// Operators' tools: health, services, bindings, traces, dead letters.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { mayOperate } from '../../Gateway/Page/state.js';
import { button, empty, problem } from '../../Gateway/Page/view-parts.js';
import { head, icon, row, section, titleOf } from '../../Gateway/Page/view-rows.js';
import { day, time, w } from '../../Gateway/Page/words.js';
import { rows, total } from './trace.js';
import { micros, words } from './words.js';

const parent = /** @type {Place} */ ({ kind: 'system' });

/** Places of the operators, each with what it shows. */
const tools = /** @type {const} */ (['health', 'services', 'bindings', 'dead-letters']);

/** @param {State} state @param {number} depth @returns {Child} */
export const system = (state, depth) => [
  head(depth, titleOf('system'), { kind: 'list' }),
  section('', h('ul', {}, tools.map((kind) => h('li', { key: kind }, h('a', { class: 'row link', href: path({ kind }), 'aria-current': state.place.kind === kind ? 'true' : null },
    icon('tools'), h('span', { class: 'grow' }, titleOf(kind), h('span', { class: 'quiet block small' }, words.about[kind])), icon('go')))))),
];

/**
 * Shows the loaded data, its error, or that it is loading.
 * @template {keyof Tools} Name
 * @param {State} state
 * @param {Name} name
 * @param {(data: any) => Child} show
 * @returns {Child}
 */
function shown(state, name, show) {
  const data = /** @type {any} */ (state.tools[name]);
  if (!data) return h('p', { key: name, class: 'quiet pad' }, w.loading);
  return 'problem' in data ? problem(data.problem) : show(data);
}

/** @param {string} state */
const light = (state) => h('span', { class: state === 'up' || state === 'ok' ? 'light good' : 'light bad' });

/** @param {State} state @param {number} depth @returns {Child} */
export const health = (state, depth) => [
  head(depth, titleOf('health'), parent),
  shown(state, 'health', (it) => [
    section('', [h('p', { class: 'row' }, light(it.status),
      h('strong', { class: 'grow' }, it.status === 'ok' ? words.ok : words.degraded),
      h('span', { class: 'quiet' }, words.since, ' ', day(it.since), ' ', time(it.since))),
      it.problems.map((/** @type {string} */ problem) => h('p', { class: 'row problem' }, problem))]),
    section(titleOf('services'),
      it.services.map((/** @type {any} */ { name, state, instances }) => h('p', { class: 'row' }, light(state),
      h('span', { class: 'grow' }, name), h('span', { class: 'quiet' }, state, ' · ', words.instances(instances))))),
    section('', [row('clock', words.parked, String(it.parked)),
      h('a', { class: 'row link', href: '/dead-letters' }, icon('trash'), h('span', { class: 'grow' }, words.letters),
      h('span', { class: 'quiet' }, String(it.deadLetters)), icon('go')),
      row('stop', words.denied, String(it.denied)), row('stop', words.refused, String(it.refusedConnections)),
        row('stop', words.unbound, String(it.unboundCalls))]),
  ]),
  state.tools.health && shown(state, 'traces',
    ({ traces }) => section(words.latest,
    traces.map((/** @type {TracedMessage} */ it) => h('a',
    { key: it.id, class: 'row link', href: path({ kind: 'trace', trace: it.correlation }) },
    h('code', { class: 'grow' }, it.target), it.answer?.code && h('span', { class: 'problem' }, it.answer.code),
      h('span', { class: 'quiet' }, it.answer ? micros(it.answer.afterUs) : '…'), icon('go'))))),
];

/** @param {State} state @param {number} depth @returns {Child} */
export const services = (state, depth) => [
  head(depth, titleOf('services'), parent),
  shown(state, 'services',
    ({ services }) => services.map((/** @type {any} */ it) => h('section', { key: it.instance },
    h('h2', {}, light(it.state), ' ', it.name),
    h('div', { class: 'group' }, row('clock', words.since, `${day(it.since)} ${time(it.since)}`),
      row('person', words.instance, h('code', {}, it.instance.slice(0, 8))), row('tools', words.state, it.state),
      row('gear', words.work, `${it.inFlight} / ${it.capacity}`),
      h('details', { class: 'row' }, h('summary', {}, words.answers, ` (${it.commands.length})`),
        h('p', { class: 'codes' },
        it.commands.map((/** @type {any} */ { target }) => h('code', { key: target }, target)))),
      h('details', { class: 'row' }, h('summary', {}, words.asks, ` (${it.delegates.length})`),
        h('p', { class: 'codes' },
        it.delegates.map((/** @type {string} */ each) => h('code', { key: each }, each)))))))),
];

/** @param {State} state @param {number} depth @returns {Child} */
export const bindings = (state, depth) => [
  head(depth, titleOf('bindings'), parent),
  shown(state, 'bindings',
    ({ bindings }) => [picture(bindings),
    h('details', { class: 'pad' }, h('summary', {}, words.table), table(bindings))]),
];

/**
 * Draws the integration: the events of each service on the left, and their effects on the right.
 * @param {Binding[]} bindings
 */
function picture(bindings) {
  const known = bindings.filter(({ state }) => state !== 'ignored');
  const left = lanes(known.map(({ child, message, owner }) => ({ lane: child,
    name: owner ? `${message} (${owner})` : message })));
  const right = lanes(known.flatMap(({ causes,
    events }) => [...causes.map((name) => ({ lane: name.split('.')[0], name })),
    ...events.map((name) => ({ lane: words.events, name }))]));
  const height = Math.max(left.height, right.height);
  const colour = (/** @type {string} */ lane) => `lane${[...left.names].indexOf(lane) % 6}`;
  const draw = (/** @type {ReturnType<typeof lanes>} */ side, /** @type {number} */ x,
    /** @type {string} */ anchor) => side.rows.map(({ text, y, isHead }) =>
    h('text', { key: `${x}${text}${y}`, x: String(x), y: String(y + 4), 'text-anchor': anchor,
      class: isHead ? 'lane' : null }, text));
  return h('div', { class: 'scroll pad', tabindex: '0', role: 'group', 'aria-label': words.picture },
    h('svg', { class: 'picture', viewBox: `0 0 760 ${height}`, role: 'img', 'aria-label': words.picture },
    known.flatMap(({ child, message, owner, causes, events }) => [...causes, ...events].map((name) => {
      const from = left.at.get(owner ? `${message} (${owner})` : message) ?? 0;
      const to = right.at.get(name) ?? 0;
      return h('path', { key: `${message}${owner}${name}`, class: colour(child),
        d: `M330 ${from}C400 ${from} 400 ${to} 470 ${to}` });
    })), draw(left, 322, 'end'), draw(right, 478, 'start')));
}

/**
 * Returns the names under the headings of their lanes, without duplicates, and their positions.
 * @param {{ lane: string, name: string }[]} all
 */
function lanes(all) {
  const names = new Set(all.map(({ lane }) => lane));
  /** @type {{ text: string, y: number, isHead: boolean }[]} */
  const rows = [];
  const at = new Map();
  let y = 14;
  for (const lane of names) {
    rows.push({ text: lane, y, isHead: true });
    y += 22;
    for (const name of new Set(all.filter((each) => each.lane === lane).map((each) => each.name))) {
      rows.push({ text: name, y, isHead: false });
      at.set(name, y);
      y += 18;
    }
    y += 14;
  }
  return { rows, at, names, height: y };
}

/** @param {Binding[]} bindings */
const table = (bindings) => h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': titleOf('bindings') },
  h('table', {}, h('thead', {},
  h('tr', {}, [words.from, words.message,
  words.leads].map((text) => h('th', { key: text, scope: 'col' }, text)))),
  h('tbody', {}, bindings.map(({ child, message, owner, state, causes, events, reason }) => h('tr',
    { key: `${child}${message}${owner}` },
    h('td', {}, child), h('td', {}, h('code', {}, message), owner && ` ${owner}`),
      h('td', {}, state === 'bound' ? [...causes, ...events].join(', ') : state === 'ignored'
      ? `${words.ignored}: ${reason}` : h('strong', { class: 'problem' }, state)))))));

/** @param {State} state @param {number} depth @returns {Child} */
export const trace = (state, depth) => [
  head(depth, titleOf('trace'), { kind: 'health' }),
  shown(state, 'trace', (/** @type {Trace} */ it) => {
    const all = rows(it);
    const whole = total(all);
    const percent = (/** @type {number} */ us) => `${((100 * us) / whole).toFixed(2)}%`;
    return h('ol', { class: 'trace pad' },
      all.map(({ depth, message, event, forgotten, fromUs = 0, lastsUs }, index) => h('li',
      { key: String(index), style: { '--depth': String(Math.min(depth, 8)) } },
      message ? [h('p', {}, h('code', {}, message.target), ' ',
        h('span', { class: 'quiet' }, `${message.from} → ${message.to ?? '–'}`),
        message.answer?.code && h('span', { class: 'problem' }, ` ${message.answer.code}`)),
        h('div', { class: 'bar' },
          h('span', { class: message.answer?.kind === 'ERR' ? 'bad' : '',
          style: { 'inset-inline-start': percent(fromUs), width: percent(lastsUs ?? whole - fromUs) } }),
          h('small', {}, lastsUs === undefined ? '…' : micros(lastsUs)))]
        : event ? h('p', {}, h('span', { class: 'badge' }, event.type), ' ',
          h('span', { class: 'quiet' }, `#${event.sequence}`))
          : h('p', { class: 'quiet' }, words.forgotten, ' ', h('code', {}, String(forgotten).slice(0, 8))))));
  }),
];

/** @param {State} state @param {number} depth @returns {Child} */
export const letters = (state, depth) => [
  head(depth, titleOf('dead-letters'), parent),
  shown(state, 'letters', ({ letters }) => (!letters.length ? empty(words.noLetters) : [
    mayOperate(state) && h('p', { class: 'pad tools' },
      button(words.replayAll, { type: 'letters.do', action: 'replay' }),
      button(words.dropAll, { type: 'sheet', sheet: { kind: 'dropAll' } }, { class: 'destructive' })),
    letters.map((/** @type {any} */ it) => h('section', { key: it.id, class: 'group letter' },
      h('p', { class: 'row' }, h('code', { class: 'grow' }, it.target),
        h('span', { class: 'quiet' }, it.sender, ' · ', day(it.time), ' ', time(it.time), ' · ',
        words.attempts(it.attempts))),
      h('p', { class: 'row problem' }, it.error.message),
      h('p', { class: 'row tools' },
        mayOperate(state) && [button(words.replay, { type: 'letters.do', action: 'replay', id: it.id }),
        button(words.drop, { type: 'letters.do', action: 'drop', id: it.id }, { class: 'destructive' })],
        it.correlation && h('a', { class: 'button', href: path({ kind: 'trace', trace: it.correlation }) },
          titleOf('trace'))))),
  ])),
];
