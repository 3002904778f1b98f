// Sign-in, and the link for a phone.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { view as entry } from '../../../Services/Gateway/Page/entry.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { code } from '../../../Services/Gateway/Page/sheets.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { foot } from '../../../Services/Gateway/Page/view-parts.js';

const me = { name: 'Ada', role: 'operator', session: '9f' };

/** A page of a person who is signed in, at a place. */
function page(place) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me });
  return state;
}

const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => each.text ?? words(each.children ?? [])).join('');

test('the sign-in links to the providers with the place, and is prominent if there is one', () => {
  const state = page({ kind: 'focus' });
  const effects = reduce(state, { type: 'lost', code: 4001 }).flatMap(({ type, action }) => (type === 'act' ? reduce(state, action) : []));
  assert.ok(effects.some(({ type, name }) => type === 'load' && name === 'entry'));
  const [ask] = reduce(state, { type: 'loaded', name: 'entry' });
  assert.deepEqual([ask.type, ask.path], ['request', '/api/sign-in']);
  const links = () => nodes(entry(state)).filter(({ tag }) => tag === 'a').map(({ props }) => [props.href, props.class]);
  assert.equal(words(entry(state)), 'Loading…', 'nothing moves later');
  const [focus] = reduce(state, { ...ask.as, reply: { providers: [{ name: 'a', label: 'A', path: '/sign-in/a' }] } });
  assert.deepEqual(links(), [['/sign-in/a?to=%2Ffocus', 'button primary']]);
  assert.equal(focus.id, 'heading-1');
  assert.match(words(entry(state)), /Your session has ended\..*Sign in with A.*No account there\? You need a link/);
  reduce(state, { ...ask.as, reply: { providers: [{ name: 'a', label: 'A', path: '/sign-in/a' }, { name: 'b', label: 'B', path: '/sign-in/b' }] } });
  assert.deepEqual(links().map(([, style]) => style), ['button', 'button']);
  state.place = { kind: 'search', query: 'ö'.repeat(200) };
  assert.equal(links()[0][0], '/sign-in/a', 'a long address is left out');
  assert.equal(reduce(state, { ...ask.as, error: { code: 'unavailable', message: '' } })[0].id, 'code');
  assert.deepEqual(links(), []);
});

test('a failed sign-in is explained by the page that it leads to', () => {
  const state = page({ kind: 'nowhere', problem: 'The provider refused.' });
  reduce(state, { type: 'refused', problem: '' });
  reduce(state, { type: 'providers', reply: { providers: [] } });
  assert.match(words(entry(state)), /The provider refused\./);
});

test('the link for a phone is drawn as a QR code with a margin, and not offered to a user of a proxy', () => {
  const offers = (session) => words(foot({ ...page({ kind: 'list' }), me: { ...me, session } })).includes('Use on my phone');
  assert.deepEqual([offers('9f'), offers('proxy/ada')], [true, false]);
  const state = page({ kind: 'list' });
  reduce(state, { type: 'sheet', sheet: { kind: 'phone' } });
  const [ask] = reduce(state, { type: 'loaded', name: 'sheets' });
  assert.deepEqual([ask.path, ask.body], ['/api/phone', {}]);
  reduce(state, { ...ask.as, error: { code: 'busy', message: 'Too many links.' } });
  assert.equal(state.sheet.problem, 'Too many links.');
  const svg = code(['110', '001', '000']);
  assert.equal(svg.props.viewBox, '0 0 11 11');
  assert.equal(svg.children[1].props.d, 'M4 4h2v1h-2zM6 5h1v1h-1z');
});
