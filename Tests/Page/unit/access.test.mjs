// Webhooks, logins and calendar links.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import * as sessions from '../../../Services/Gateway/Page/sessions.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import * as webhooks from '../../../Services/Webhooks/Page/part.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => (Array.isArray(each) ? words(each) : each.text ?? words(each.children ?? []))).join('');
const labels = (tree) => nodes(tree).filter(({ tag }) => tag === 'button').map((each) => each.props['aria-label'] ?? words(each.children));
const find = (effects, target) => effects.find((each) => each.target === target);

/** A page at a place, with the commands of entering it. */
function page(kind, role = 'operator') {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind }, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role, person: id(1), session: id(9) } });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [], meetings: [] }, begin: true } });
  return { state, effects: reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } }) };
}

const hook = { id: id(20), url: 'https://example.com/hook', types: ['meeting.finished'], format: 'slack', createdAt: '2026-12-01T08:00:00.000Z', state: 'failing',
  reason: 'The receiver responded with 500.', failingSince: '2026-12-01T08:00:00.000Z', attempts: 3, delivered: 4, behind: 2 };

test('a webhook shows its last failure, and is tested, resumed and removed', () => {
  const { state, effects } = page('webhooks');
  reduce(state, { ...find(effects, 'teams.list').as, reply: { teams: [{ id: 'web', name: 'Web', members: 1 }] } });
  reduce(state, { ...find(effects, 'webhooks.list').as, reply: { webhooks: [hook] } });
  const shown = () => webhooks.view(state, state.place, 2);
  assert.match(words(shown()), /Failing · All teams · meeting\.finished · Slack4 delivered.*2 events waiting.*responded with 500\..*3 attempts/);
  const [run] = reduce(state, { type: 'webhook.do', id: hook.id, target: 'webhooks.test' });
  assert.deepEqual([run.target, run.body], ['webhooks.test', { id: hook.id }]);
  assert.deepEqual(reduce(state, { type: 'webhook.do', id: hook.id, target: 'webhooks.test' }), [], 'one at a time');
  reduce(state, { ...run.as, reply: { isAccepted: false, reason: 'No response.', ms: 5 } });
  assert.match(words(shown()), /The test failed: No response\./);
  assert.deepEqual(labels(shown()), ['Add webhook', `Test ${hook.url}`, `Resume ${hook.url}`, `Edit ${hook.url}`, `Remove ${hook.url}`]);
  const [resume] = reduce(state, { type: 'webhook.do', id: hook.id, target: 'webhooks.resume' });
  const [list] = reduce(state, { ...resume.as, reply: {} });
  reduce(state, { ...list.as, reply: { webhooks: [{ ...hook, state: 'active', reason: undefined, failingSince: undefined }] } });
  assert.doesNotMatch(words(shown()), /500|The test/);
  reduce(state, { type: 'sheet', sheet: { kind: 'removeWebhook', webhook: hook } });
  const [remove] = reduce(state, { type: 'webhook.submit', data: {} });
  assert.deepEqual([remove.target, remove.body], ['webhooks.remove', { id: hook.id }]);
  reduce(state, { ...remove.as, reply: {} });
  assert.equal(state.sheet, null);
});

test('a new webhook sends only what was given, and an error is shown at its field', () => {
  const { state } = page('webhooks');
  reduce(state, { type: 'sheet', sheet: { kind: 'addWebhook' } });
  const data = { url: hook.url, format: 'binary', team: '', types: 'meeting.finished, standup', secret: '' };
  const [add] = reduce(state, { type: 'webhook.submit', data });
  assert.deepEqual([add.target, add.body], ['webhooks.add', { url: hook.url, format: 'binary', types: ['meeting.finished', 'standup'] }]);
  reduce(state, { ...add.as, error: { code: 'denied', message: 'This address is private.' } });
  const field = nodes(webhooks.sheets.addWebhook(state, state.sheet)).find(({ props }) => props.name === 'url');
  assert.deepEqual([field.props['aria-invalid'], field.props['aria-describedby']], ['true', 'problem-url']);
});

test('an edited webhook sends only what was changed, and offers the standups of its team', () => {
  const { state } = page('webhooks');
  const standup = (number, title, team) => ({ standup: { id: id(number), title, attendees: [], durationMs: 60_000, theme: 'teal', revision: 1, ...(team && { team }) }, meetings: 0 });
  for (const each of [standup(31, 'Web', 'web'), standup(32, 'Ops', 'ops'), standup(33, 'Apps', 'web')]) state.standups.set(each.standup.id, each);
  const webhook = { ...hook, team: 'web', standup: id(34) };
  const sheet = () => nodes(webhooks.sheets.editWebhook(state, state.sheet));
  const edit = () => reduce(state, { type: 'sheet', sheet: { kind: 'editWebhook', webhook } });
  edit();
  const choice = sheet().find(({ props }) => props.name === 'standup');
  assert.deepEqual(choice.children.flat().map((each) => words([each])), [id(34), 'All standups', 'Apps', 'Web'].sort((a, b) => (b === 'All standups') - (a === 'All standups') || a.localeCompare(b)));
  const data = { url: hook.url, standup: id(34), types: 'meeting.finished', secret: '' };
  assert.deepEqual([reduce(state, { type: 'webhook.submit', data }), state.sheet], [[], null], 'without a change, nothing is sent');
  edit();
  const [sent] = reduce(state, { type: 'webhook.submit', data: { ...data, standup: '', types: ' standup,meeting.started ', secret: 'a secret of 16 bytes' } });
  assert.deepEqual([sent.target, sent.body], ['webhooks.edit', { id: hook.id, types: ['standup', 'meeting.started'], standup: '', secret: 'a secret of 16 bytes' }]);
  assert.deepEqual(reduce(state, { type: 'webhook.submit', data }), [], 'one at a time');
  reduce(state, { ...sent.as, error: { code: 'invalid', message: 'Invalid secret.', detail: { field: 'secret' } } });
  assert.equal(sheet().find(({ props }) => props.name === 'secret').props['aria-invalid'], 'true');
  const [again] = reduce(state, { type: 'webhook.submit', data: { ...data, url: 'https://example.com/other' } });
  assert.deepEqual(again.body, { id: hook.id, url: 'https://example.com/other' });
  const [list] = reduce(state, { ...again.as, reply: {} });
  assert.deepEqual([list.target, state.sheet], ['webhooks.list', null]);
});

test('an admin adds webhooks of their teams only, and a member sees none', () => {
  const { state, effects } = page('webhooks', 'admin');
  reduce(state, { ...find(effects, 'people.get').as, reply: { teams: [{ team: 'web', role: 'admin' }, { team: 'ops', role: 'member' }] } });
  const team = nodes(webhooks.sheets.addWebhook(state, { kind: 'addWebhook' })).find(({ props }) => props.name === 'team');
  assert.deepEqual(team.children.map(({ props }) => props.value), ['web']);
  const member = page('webhooks', 'member');
  assert.equal(find(member.effects, 'webhooks.list'), undefined);
  assert.match(words(webhooks.view(member.state, member.state.place, 2)), /Only operators and admins/);
});

test('an operator sees who is logged in, ends a session, and creates a calendar link that is shown once', () => {
  const { state, effects } = page('sessions');
  const own = { id: id(9), name: 'Ada', began: '2026-12-01T08:00:00.000Z', expires: '2026-12-31T08:00:00.000Z' };
  reduce(state, { ...find(effects, 'gateway.sessions').as, reply: { address: 'http://x/', sessions: [own, { ...own, id: id(8), name: 'Bo', isCalendar: true }] } });
  const shown = () => sessions.view(state, state.place, 2);
  assert.match(words(shown()), /Ada \(this browser\).*Bo/);
  assert.deepEqual(labels(shown()), ['Log out Ada', 'Revoke the calendar link of Bo', 'Add calendar link']);
  reduce(state, { type: 'sheet', sheet: { kind: 'endSession', session: own } });
  assert.match(words(sessions.sheets.endSession(state, state.sheet)), /your own browser/);
  const [end] = reduce(state, { type: 'sessions.submit', data: {} });
  assert.deepEqual([end.target, end.body], ['gateway.revoke', { id: id(9) }]);
  reduce(state, { ...end.as, reply: { sessions: 1, invites: 0 } });
  reduce(state, { type: 'sheet', sheet: { kind: 'calendar' } });
  const [make] = reduce(state, { type: 'sessions.submit', data: { name: 'Bo' } });
  assert.deepEqual([make.target, make.body], ['gateway.calendar', { name: 'Bo' }]);
  reduce(state, { ...make.as, reply: { link: 'http://x/calendar.ics?token=secret', expires: '2027-12-01T08:00:00.000Z' } });
  assert.equal(nodes(sessions.sheets.calendar(state, state.sheet)).find(({ tag }) => tag === 'input').props.value, 'http://x/calendar.ics?token=secret');
  reduce(state, { type: 'sheet', sheet: null });
  assert.doesNotMatch(JSON.stringify(state), /token=secret/);
  assert.equal(find(page('sessions', 'admin').effects, 'gateway.sessions'), undefined);
});
