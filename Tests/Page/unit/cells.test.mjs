// Other cells: read through the page's own gateway, listed below its standups, searched, and shown with their place.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts } from '../../../Services/Gateway/Page/parts.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { view } from '../../../Services/Gateway/Page/view.js';
import { list } from '../../../Services/Standups/Page/list.js';
import { found } from '../../../Services/Standups/Page/past.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const standup = (number, title) => ({ standup: { id: id(number), title, durationMs: 60_000, theme: 'teal', attendees: [], revision: 1 }, meetings: 0 });
const south = { name: 'south', router: 'tcp://south', web: 'https://south.example/', slots: '512-1023' };
const map = (...others) => ({ cell: 'north', version: 1, cells: [{ name: 'north', router: 'tcp://north', slots: '0-511' }, ...others] });

/** A page at a place after its start, and its first requests once it knows the cells. */
function page(reply = map(south), place = { kind: 'list' }) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role: 'observer' } });
  state.now = 1_000_000;
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 1, standups: [standup(1, 'Here')], meetings: [] }, begin: true } });
  const begun = reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 1 } } });
  assert.ok(begun.some(({ type, name }) => type === 'load' && name === 'cells'));
  const [asked] = reduce(state, { type: 'loaded', name: 'cells' });
  assert.equal(asked.target, 'cells.list');
  return { state, asked: reduce(state, { ...asked.as, reply }) };
}

/** The drawn tags, interesting attributes, and text. */
function drawn(node) {
  if (Array.isArray(node)) return node.map(drawn).join('');
  if (!node) return '';
  if (node.make) return drawn(node.make());
  if (!node.tag) return node.text ?? String(node);
  const { href } = node.props;
  return `<${node.tag}${href ? ` ${href}` : ''}>${drawn(node.children)}`;
}

const targets = (effects) => effects.filter(({ type }) => type === 'command').map(({ target }) => target);

test('what another cell has is read page by page, and each standup leads there', () => {
  const { state, asked } = page();
  assert.deepEqual(asked.map(({ target, body }) => [target, body]), [['standups.list?cell=south', { limit: 200 }]]);
  assert.match(drawn(list(state)), /<h2>Cell south<p>Loading/);
  const more = reduce(state, { ...asked[0].as, reply: { standups: [standup(2, 'Far')], next: 'n' } });
  assert.deepEqual(more.map(({ body }) => body), [{ limit: 200, after: 'n' }]);
  assert.deepEqual(reduce(state, { ...more[0].as, reply: { standups: [{ ...standup(3, 'Farther'), live: id(9) }] } }), []);
  const shown = drawn(list(state));
  assert.ok(shown.includes(`<a https://south.example/standups/${id(2)}><span>Far`));
  assert.match(shown, /Farther.*Meeting now/);
  assert.ok(shown.indexOf('Far') < shown.indexOf('Focus'), 'above the foot');
});

test('without cells nothing more is asked or shown', () => {
  for (const reply of [{ version: 0, cells: [] }, map(), map({ ...south, slots: '' })]) {
    const { state, asked } = page(reply);
    assert.deepEqual(asked, []);
    state.now += 60_000;
    assert.deepEqual(reduce(state, { type: 'shown' }), []);
    assert.doesNotMatch(drawn(list(state)), /Cell /);
  }
  const { state } = page({ version: 0, cells: [] }, { kind: 'standup', standup: id(2) });
  assert.deepEqual(targets(reduce(state, { type: 'go', place: { kind: 'standup', standup: id(3) } })).filter((target) => target === 'standups.get'), []);
});

test('it is read again when the tab is seen or the list is opened, and no more often', () => {
  const { state, asked } = page();
  reduce(state, { ...asked[0].as, reply: { standups: [standup(2, 'Far')] } });
  state.now += 29_000;
  assert.deepEqual(reduce(state, { type: 'shown' }), []);
  state.now += 2000;
  const [again] = reduce(state, { type: 'shown' });
  assert.equal(again.target, 'cells.list');
  assert.deepEqual(reduce(state, { type: 'shown' }), []);
  const [read] = reduce(state, { ...again.as, reply: map(south) });
  assert.ok(drawn(list(state)).includes('Far'), 'what was read stays until then');
  assert.deepEqual(reduce(state, { ...again.as, reply: map(south) }), [], 'what is under way is not begun again');
  reduce(state, { ...read.as, reply: { standups: [] } });
  assert.match(drawn(list(state)), /No standups yet/);
  state.now += 31_000;
  reduce(state, { type: 'go', place: { kind: 'focus' } });
  state.now += 31_000;
  assert.ok(targets(reduce(state, { type: 'up' })).includes('cells.list'));
});

test('a cell that cannot be read says so, and nothing else changes', () => {
  const { state, asked } = page();
  reduce(state, { ...asked[0].as, error: { code: 'unavailable', message: 'It does not answer.' } });
  const shown = drawn(list(state));
  assert.match(shown, /Could not load the standups of cell south: It does not answer\./);
  assert.ok(shown.includes('Here') && !shown.includes('Loading'));
  // An unreadable list of cells does not change the known state.
  assert.deepEqual(reduce(state, { type: 'cells.listed', error: { code: 'unavailable', message: 'No.' } }), []);
  assert.equal(state.cells.all.length, 1);
});

test('a page that nobody told of has no links, and a hint how it is told', () => {
  for (const web of [undefined, 'javascript://south/']) {
    const { state, asked } = page(map({ ...south, web }));
    reduce(state, { ...asked[0].as, reply: { standups: [standup(2, 'Far')] } });
    const shown = drawn(parts.cells.below(state));
    assert.ok(shown.includes('Far') && !shown.includes('<a '), shown);
  }
  const { state } = page(map({ ...south, web: undefined }));
  assert.match(drawn(list(state)), /standups cells add south --router tcp:\/\/south --web/);
});

test('many cells are read a few at a time', () => {
  const many = Array.from({ length: 10 }, (_, number) => ({ ...south, name: `c${number}`, router: `tcp://c${number}` }));
  const { state, asked } = page(map(...many));
  assert.deepEqual(targets(asked), [0, 1, 2, 3].map((number) => `standups.list?cell=c${number}`));
  assert.deepEqual(targets(reduce(state, { ...asked[2].as, error: { code: 'expired', message: 'Late.' } })), ['standups.list?cell=c4']);
  // A cell that disappeared meanwhile delays nothing.
  reduce(state, { type: 'cells.listed', reply: map(...many.slice(1)) });
  reduce(state, { ...asked[0].as, reply: { standups: [] } });
  assert.equal(state.cells.all.filter(({ isLoading }) => isLoading).length, 4);
});

test('a standup that is elsewhere leads to the same place there', () => {
  const place = { kind: 'record', standup: id(2) };
  const { state, asked } = page(map(south), place);
  const sought = asked.find(({ target }) => target === 'standups.get');
  const [said] = reduce(state, { ...sought.as, error: { code: 'moved', message: '', detail: { router: 'tcp://south', web: south.web } } });
  assert.equal(said.text, 'This standup is in another cell: south.');
  assert.ok(drawn(view(state)).includes(`<a https://south.example/standups/${id(2)}/record><span>Open in south`));
  // The standup is here again.
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 1, standups: [standup(2, 'Back')], meetings: [] }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 1 } } });
  assert.doesNotMatch(drawn(view(state)), /another cell/);

  const unknown = page(map(south), place);
  const ask = unknown.asked.find(({ target }) => target === 'standups.get');
  reduce(unknown.state, { ...ask.as, error: { code: 'moved', message: '', detail: { router: 'tcp://west' } } });
  assert.match(drawn(view(unknown.state)), /another cell: tcp:\/\/west\..*--web/);
  reduce(unknown.state, { ...ask.as, error: { code: 'not_found', message: '' } });
});

test('what was said there is found, too', () => {
  const { state, asked } = page(map(south), { kind: 'search', query: 'icons' });
  const ask = asked.find(({ target }) => target === 'standups.search?cell=south');
  assert.deepEqual(ask.body, { query: 'icons', limit: 20 });
  state.search = { query: 'icons', hits: [], total: 0, isLoading: false, problem: '' };
  const meeting = { id: id(7), date: '2026-11-21T07:39:19.521Z' };
  reduce(state, { ...ask.as, reply: { hits: [{ standup: id(2), title: 'Far', meeting, snippet: 'The \u0002icons\u0003.' }], total: 2 } });
  const shown = drawn(found(state, state.place, 2));
  assert.ok(shown.includes(`<a https://south.example/standups/${id(2)}/meetings/${id(7)}>`), shown);
  assert.ok(shown.includes('<a https://south.example/search?q=icons>Show more'));
  const next = reduce(state, { type: 'go', place: { kind: 'search', query: 'other' } }).find(({ target }) => target === 'standups.search?cell=south');
  reduce(state, { ...ask.as, reply: { hits: [], total: 0 } });
  reduce(state, { ...next.as, error: { code: 'unavailable', message: 'No.' } });
  state.search.isLoading = false;
  assert.match(drawn(found(state, state.place, 2)), /Could not search cell south: No\./);
});
