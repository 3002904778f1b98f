// The visitor's own consent to the recognition of their voice, with the recording setting of a standup.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts } from '../../../Services/Gateway/Page/parts.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import * as settings from '../../../Services/Transcription/Page/part.js';

parts.settings = /** @type {any} */ (settings);

const standup = '00000000-0000-4000-8000-000000000001';
const ann = '00000000-0000-4000-8000-000000000007';

/** A page at the recording setting, and the effects of opening it. */
function page(person = ann) {
  const state = initial();
  state.me = { name: 'Ann', role: 'observer', session: 's', person };
  state.place = { kind: 'settings', standup };
  state.settings.set(standup, { status: 'authorized' });
  return { state, effects: settings.enter(state, state.place) };
}

const find = (effects, target) => effects.find((each) => each.target === target);
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => [node].flat(Infinity).filter(Boolean).map((each) => each.text ?? words(each.children ?? [])).join('');
const shown = (state) => words(settings.view(state, state.place, 3));
const toggle = (state) => nodes(settings.view(state, state.place, 3)).find(({ props }) => props.role === 'switch');
const act = (state, action) => settings.handlers[action.type](state, action) ?? [];
const answer = (state, effect, reply) => act(state, { ...effect.as, reply });
const refuse = (state, effect, message) => act(state, { ...effect.as, error: { code: 'unavailable', message } });

test('a person reads what they agree to, agrees, and withdraws', () => {
  const { state, effects } = page();
  assert.equal(toggle(state), undefined, 'nothing is offered before the state is known');
  answer(state, find(effects, 'people.voice'), { hasPrint: false, learnedMs: 0 });
  assert.match(shown(state), /biometric data/);
  assert.equal(toggle(state).props['aria-checked'], 'false');
  const [agree] = act(state, toggle(state).props.click);
  assert.deepEqual([agree.target, agree.body], ['people.agreeToVoice', {}]);
  assert.equal(toggle(state).props.disabled, true);
  assert.deepEqual(act(state, { type: 'voice.set', agrees: true }), [], 'one command at a time');
  const told = answer(state, agree, { agreedAt: '2026-11-30T09:00:00.000Z', hasPrint: true, learnedMs: 61_000, lastUsedAt: '2026-12-01T09:00:00.000Z' });
  assert.match(JSON.stringify(told), /You agreed/);
  assert.equal(toggle(state).props['aria-checked'], 'true');
  assert.match(shown(state), /You agreed on .*Voice print from .*Last used/);
  const [withdraw] = act(state, toggle(state).props.click);
  assert.equal(withdraw.target, 'people.withdrawVoice');
  assert.match(JSON.stringify(answer(state, withdraw, { hasPrint: false, learnedMs: 0 })), /erased/);
  assert.equal(toggle(state).props['aria-checked'], 'false');
});

test('a failure is shown, and the switch stays', () => {
  const { state, effects } = page();
  answer(state, find(effects, 'people.voice'), { hasPrint: false, learnedMs: 0 });
  const [agree] = act(state, { type: 'voice.set', agrees: true });
  refuse(state, agree, 'Try again later.');
  assert.match(shown(state), /Try again later/);
  assert.deepEqual([toggle(state).props['aria-checked'], toggle(state).props.disabled], ['false', false]);
});

test('a session without a person has no voice', () => {
  const { state, effects } = page('');
  assert.equal(find(effects, 'people.voice'), undefined);
  assert.equal(toggle(state), undefined);
  assert.deepEqual(act(state, { type: 'voice.set', agrees: true }), []);
});
