// Persons, teams, invitations and tokens.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts } from '../../../Services/Gateway/Page/parts.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { foot } from '../../../Services/Gateway/Page/view-parts.js';
import { sheets } from '../../../Services/People/Page/forms.js';
import { view } from '../../../Services/People/Page/view.js';
import { sheets as tokenSheets, view as tokensView } from '../../../Services/People/Page/tokens.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const me = { name: 'Ada', role: 'admin', person: id(1), session: id(9) };

/** A page at a place, with the effects of entering it. */
function page(place, role = 'operator', person = me.person) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { ...me, role, person } });
  state.now = Date.parse('2026-12-01T08:00:00.000Z');
  // Known, as after another team.
  state.people.retention = { teams: [] };
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [], meetings: [] }, begin: true } });
  const effects = reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  // The glossary of a team has its own tests.
  delete state.people.glossary;
  return { state, effects: commands(effects) };
}

const commands = (effects) => effects.filter(({ type }) => type === 'command');
const targets = (effects) => commands(effects).map(({ target }) => target);
const find = (effects, target) => effects.find((each) => each.target === target);
/** Answers a command, and returns the effects. */
const answer = (state, effect, reply) => reduce(state, { ...effect.as, after: state.follow.after, reply });
const refuse = (state, effect, message = 'No.') => reduce(state, { ...effect.as, after: state.follow.after, error: { code: 'denied', message } });
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => each.text ?? words(each.children ?? [])).join('');
const labels = (tree) => nodes(tree).filter(({ tag }) => tag === 'button').map((each) => each.props['aria-label'] ?? words(each.children));
const person = (number, name, more = {}) => ({ id: id(number), name, identities: [], teams: [], ...more });
const tell = (state, type, subject, data) => reduce(state, { type: 'frame', frame: { event: { type, subject, data, epoch: 'e',
  sequence: String(state.follow.after + 1).padStart(20, '0'), time: '2026-12-01T08:00:00.000Z' } } });

test('an operator reads all persons page by page, and a search reads on until it finds enough', () => {
  const { state, effects } = page({ kind: 'people' });
  assert.deepEqual(targets(effects), ['standups.status', 'teams.list', 'gateway.invitations', 'people.list']);
  const list = find(effects, 'people.list');
  assert.deepEqual(list.body, { limit: 100 });
  const many = Array.from({ length: 100 }, (_, index) => person(100 + index, `Person ${index}`));
  assert.deepEqual(answer(state, list, { people: many, next: 'a', total: 1000 }), [], 'there are enough');
  const [more] = reduce(state, { type: 'people.more' });
  assert.deepEqual(more.body, { limit: 100, after: 'a' });
  assert.deepEqual(reduce(state, { type: 'people.search', text: 'zoe' }), [], 'one page at a time');
  const [next] = answer(state, more, { people: [person(300, 'Zoë')], next: 'b', total: 1000 });
  assert.deepEqual(next.body, { limit: 1000, after: 'b' });
  assert.deepEqual(answer(state, next, { people: [person(301, 'Zoe Smith')], total: 1000 }), []);
  answer(state, find(effects, 'teams.list'), { teams: [] });
  answer(state, find(effects, 'gateway.invitations'), { invitations: [] });
  assert.match(words(view(state, state.place, 2)), /Zoë.*Zoe Smith/, 'accents do not count');
  assert.doesNotMatch(words(view(state, state.place, 2)), /Person 1/);
});

test('an admin sees the members of their teams only, each person once', () => {
  const { state, effects } = page({ kind: 'people' }, 'admin');
  assert.equal(find(effects, 'people.list'), undefined);
  answer(state, find(effects, 'teams.list'), { teams: [{ id: 'web', name: 'Web', members: 1 }, { id: 'ops', name: 'Ops', members: 2 }] });
  answer(state, find(effects, 'gateway.invitations'), { invitations: [] });
  const [web] = answer(state, find(effects, 'people.get'), { ...me, id: id(1), teams: [{ team: 'web', role: 'admin' }, { team: 'ops', role: 'admin' }] });
  assert.deepEqual(web.body, { id: 'web', limit: 100 });
  const [ops] = answer(state, web, { members: [{ person: id(2), name: 'Bo', role: 'member' }] });
  assert.deepEqual(ops.body, { id: 'ops', limit: 100 });
  assert.deepEqual(answer(state, ops, { members: [{ person: id(2), name: 'Bo', role: 'admin' }, { person: id(3), name: 'Cy', role: 'member' }] }), []);
  const tree = view(state, state.place, 2);
  assert.equal(words(tree).match(/Bo/g).length, 1);
  assert.match(words(tree), /BoWeb, Ops/);
  assert.equal(labels(tree).includes('Add person'), false, 'only operators add persons');
});

test('what a role may not do is not offered', () => {
  const links = (role) => nodes(foot(page({ kind: 'list' }, role).state)).filter(({ props }) => /^\/(people|teams|tokens)$/.test(props.href)).map(({ props }) => props.href);
  assert.deepEqual(['observer', 'member', 'admin', 'operator'].map(links), [[], ['/teams'], ['/people', '/teams', '/tokens'], ['/people', '/teams', '/tokens']]);
  for (const kind of ['people', 'tokens']) {
    const { state, effects } = page({ kind }, 'member');
    assert.deepEqual(targets(effects), ['standups.status'], kind);
    assert.match(words((kind === 'tokens' ? tokensView : view)(state, state.place, 2)), /Only operators and admins/);
  }
  const { state, effects } = page({ kind: 'team', team: 'web' }, 'admin');
  answer(state, find(effects, 'people.get'), { teams: [{ team: 'ops', role: 'admin' }] });
  answer(state, find(effects, 'teams.get'), { id: 'web', name: 'Web', members: 1 });
  answer(state, find(effects, 'teams.members'), { members: [{ person: id(2), name: 'Bo', role: 'member' }] });
  assert.deepEqual(labels(view(state, state.place, 3)), [], 'an admin of another team');
  state.people.managed = ['web'];
  assert.deepEqual(labels(view(state, state.place, 3)), ['Rename team', 'Add member', 'Invite Bo', 'Remove Bo']);
  assert.deepEqual(labels(view(page({ kind: 'teams' }, 'admin').state, { kind: 'teams' }, 2)), []);
});

test('a role from a provider is shown, and cannot be changed', () => {
  const { state, effects } = page({ kind: 'team', team: 'web' });
  answer(state, find(effects, 'teams.get'), { id: 'web', name: 'Web', members: 1 });
  answer(state, find(effects, 'teams.members'), { members: [{ person: id(2), name: 'Bo', role: 'member', issuer: 'https://login.example.com' }] });
  const tree = view(state, state.place, 3);
  assert.match(words(tree), /MemberFrom https:\/\/login\.example\.com/);
  assert.deepEqual(labels(tree), ['Rename team', 'Add member', 'Invite Bo', 'Remove team']);
  assert.equal(nodes(tree).some(({ tag, props }) => tag === 'select' && props.id !== 'retention'), false);
});

test('a change of a role is shown at once, and undone with the reason if it fails', () => {
  const { state, effects } = page({ kind: 'team', team: 'web' });
  const members = () => ({ members: [{ person: id(2), name: 'Bo', role: 'member' }] });
  answer(state, find(effects, 'teams.get'), { id: 'web', name: 'Web', members: 1 });
  answer(state, find(effects, 'teams.members'), members());
  const role = () => nodes(view(state, state.place, 3)).find(({ tag }) => tag === 'select').props.value;
  const [set] = reduce(state, { type: 'member.set', team: 'web', person: id(2), role: 'admin' });
  assert.deepEqual([set.target, set.body, role()], ['teams.setMember', { team: 'web', person: id(2), role: 'admin' }, 'admin']);
  const again = refuse(state, set, 'Bo is in 64 other teams.');
  answer(state, find(again, 'teams.members'), members());
  answer(state, find(again, 'glossary.list'), { team: 'web', terms: [] });
  assert.equal(role(), 'member');
  assert.match(words(view(state, state.place, 3)), /Bo is in 64 other teams\./);
});

test('events about persons and teams lead to one reading', () => {
  const { state } = page({ kind: 'team', team: 'web' });
  const [later] = tell(state, 'team.memberSet', 'web', {});
  assert.deepEqual(tell(state, 'team.memberRemoved', 'web', {}), []);
  assert.ok(targets(reduce(state, later.action)).includes('teams.members'));
  state.place = { kind: 'list' };
  assert.deepEqual(tell(state, 'person.added', id(4), {}), []);
});

test('a form sends only what differs, keeps its error, and opens what it has added', () => {
  const { state } = page({ kind: 'people' });
  reduce(state, { type: 'sheet', sheet: { kind: 'person' } });
  const [add] = reduce(state, { type: 'people.submit', data: { name: 'Ann', email: '', zone: 'Europe/Paris', isOperator: false } });
  assert.deepEqual([add.target, add.body], ['people.add', { name: 'Ann', zone: 'Europe/Paris' }]);
  assert.deepEqual(reduce(state, { type: 'people.submit', data: {} }), [], 'it is under way');
  refuse(state, add, 'Another person has it.');
  assert.match(words(sheets.person(state, state.sheet)), /Another person has it\./);
  const [again] = reduce(state, { type: 'people.submit', data: { name: 'Ann' } });
  const effects = answer(state, again, person(7, 'Ann'));
  assert.deepEqual(effects.find(({ type }) => type === 'go').place, { kind: 'person', person: id(7) });
  assert.equal(state.sheet, null);
  const ann = person(7, 'Ann', { email: 'ann@example.com', isOperator: true });
  reduce(state, { type: 'sheet', sheet: { kind: 'person', person: ann } });
  const [edit] = reduce(state, { type: 'people.submit', data: { name: 'Ann', email: '', zone: '', isOperator: false } });
  assert.deepEqual(edit.body, { id: id(7), email: '', isOperator: false });
});

test('a member is added by e-mail address', () => {
  const { state } = page({ kind: 'team', team: 'web' });
  reduce(state, { type: 'sheet', sheet: { kind: 'addMember', team: 'web' } });
  const [get] = reduce(state, { type: 'people.submit', data: { email: 'bo@example.com', role: 'observer' } });
  assert.deepEqual([get.target, get.body], ['people.get', { email: 'bo@example.com' }]);
  const [set] = answer(state, get, person(2, 'Bo'));
  assert.deepEqual([set.target, set.body], ['teams.setMember', { team: 'web', person: id(2), role: 'observer' }]);
  assert.ok(targets(answer(state, set, { team: 'web', role: 'observer' })).includes('teams.members'));
  assert.equal(state.sheet, null);
});

test('the link of an invitation is shown once, and unused invitations can be withdrawn', () => {
  const { state } = page({ kind: 'person', person: id(2) });
  reduce(state, { type: 'sheet', sheet: { kind: 'invite', person: id(2), name: 'Bo' } });
  const [invite] = reduce(state, { type: 'people.submit', data: { hours: '168' } });
  assert.deepEqual([invite.target, invite.body], ['gateway.invite', { name: 'Bo', person: id(2), hours: 168 }]);
  const [list] = answer(state, invite, { id: id(5), link: 'http://x/#login=secret', code: 'secret', expires: '2026-12-08T08:00:00.000Z' });
  assert.equal(list.target, 'gateway.invitations');
  const field = nodes(sheets.invite(state, state.sheet)).find(({ tag }) => tag === 'input');
  assert.equal(field.props.value, 'http://x/#login=secret');
  reduce(state, { type: 'copied', text: 'Copied.' });
  assert.match(words(sheets.invite(state, state.sheet)), /Copied\./);
  reduce(state, { type: 'sheet', sheet: null });
  assert.doesNotMatch(JSON.stringify(state.people), /secret/);
  const [withdraw] = reduce(state, { type: 'invitation.withdraw', id: id(5) });
  assert.deepEqual([withdraw.target, withdraw.body], ['gateway.withdraw', { id: id(5) }]);
  assert.deepEqual(targets(answer(state, withdraw, {})), ['gateway.invitations']);
});

test('a sheet closes with the place below it, with the link that it shows', () => {
  const { state } = page({ kind: 'person', person: id(2) });
  reduce(state, { type: 'sheet', sheet: { kind: 'invite', person: id(2), name: 'Bo', reply: { link: 'http://x/#login=secret', expires: '' } } });
  reduce(state, { type: 'popped', place: { kind: 'people' } });
  assert.equal(state.sheet, null);
});

test('tokens are added with a role that fits the team, and revoked after a question', () => {
  const { state, effects } = page({ kind: 'tokens' });
  answer(state, find(effects, 'teams.list'), { teams: [{ id: 'web', name: 'Web', members: 1 }] });
  const asked = answer(state, find(effects, 'tokens.list'), { next: 'n', tokens: [
    { id: id(20), name: 'wall', role: 'observer', created: '2026-11-01T08:00:00.000Z', expires: '2026-11-02T08:00:00.000Z', commands: ['standups.list'] },
    { id: id(21), name: 'bot', person: id(2), created: '2026-11-01T08:00:00.000Z', used: '2026-11-30T08:00:00.000Z' }] });
  assert.deepEqual(asked.map(({ target, body }) => [target, body.id]), [['people.get', id(2)]]);
  answer(state, asked[0], person(2, 'Bo'));
  const text = words(tokensView(state, state.place, 2));
  assert.match(text, /Observer, All teams.*Only standups\.list.*Never used · Expired/);
  assert.match(text, /As Bo.*Last used.*Does not expire/);
  assert.deepEqual(reduce(state, { type: 'tokens.more' })[0].body, { after: 'n' });

  reduce(state, { type: 'sheet', sheet: { kind: 'addToken' } });
  const roles = () => nodes(tokenSheets.addToken(state, state.sheet)).filter(({ tag, props }) => tag === 'select' && props.name === 'role')
    .flatMap(({ children }) => children.map(({ props }) => props.value));
  assert.deepEqual(roles(), ['observer', 'operator']);
  reduce(state, { type: 'token.team', team: 'web' });
  assert.deepEqual(roles(), ['observer', 'member', 'admin']);
  const [add] = reduce(state, { type: 'token.submit', data: { name: 'ci', team: 'web', role: 'member', days: '30' } });
  assert.deepEqual([add.target, add.body], ['tokens.add', { name: 'ci', team: 'web', role: 'member', expires: '2026-12-31T08:00:00.000Z' }]);
  answer(state, add, { token: 'standups_secret', id: id(22) });
  assert.equal(nodes(tokenSheets.addToken(state, state.sheet)).find(({ tag }) => tag === 'input').props.value, 'standups_secret');
  reduce(state, { type: 'sheet', sheet: { kind: 'revokeToken', token: state.people.tokens[0] } });
  assert.doesNotMatch(JSON.stringify(state), /standups_secret/);
  const [revoke] = reduce(state, { type: 'token.submit', data: {} });
  assert.deepEqual([revoke.target, revoke.body], ['tokens.revoke', { id: id(20) }]);
  answer(state, revoke, {});
  assert.equal(state.sheet, null);
});

test('an admin adds tokens of their teams only, also before the part of persons is loaded', () => {
  const { people } = parts;
  delete parts.people;
  const { state, effects } = page({ kind: 'tokens' }, 'admin');
  answer(state, find(effects, 'people.get'), { teams: [{ team: 'web', role: 'admin' }] });
  answer(state, find(effects, 'teams.list'), { teams: [{ id: 'web', name: 'Web', members: 1 }, { id: 'ops', name: 'Ops', members: 1 }] });
  parts.people = people;
  const [, team] = nodes(tokenSheets.addToken(state, { kind: 'addToken', team: 'web' })).filter(({ tag }) => tag === 'select' || tag === 'input');
  assert.deepEqual(team.children.map(({ props }) => props.value), ['web']);
});

/** The texts of the buttons and paragraphs of the sheet that is open. */
const sheet = (state) => sheets[state.sheet.kind](state, state.sheet);
const readPerson = (state, effects, it) => {
  answer(state, find(effects, 'teams.list'), { teams: [{ id: 'web', name: 'Web', members: 1 }] });
  answer(state, find(effects, 'gateway.invitations'), { invitations: [] });
  answer(state, effects.findLast(({ target }) => target === 'people.get'), it);
};
const issuer = 'https://login.example.com';

test('an operator removes a person after a question that says what is lost', () => {
  const { state, effects } = page({ kind: 'person', person: id(2) });
  const bo = person(2, 'Bo', { teams: [{ team: 'web', role: 'member' }], identities: [{ issuer, subject: '7' }] });
  readPerson(state, effects, bo);
  assert.deepEqual(labels(view(state, state.place, 3)), ['Invite', 'Edit', 'Remove from Web', 'Remove the account 7', 'Add account', 'Remove person', 'Erase words and name…']);
  reduce(state, { type: 'sheet', sheet: { kind: 'removePerson', person: bo } });
  assert.match(words(sheet(state)), /Remove Bo\?.*1 role in teams\. 1 account.*past meetings stay/);
  assert.doesNotMatch(words(sheet(state)), /This is you/);
  const [remove] = reduce(state, { type: 'people.submit', data: {} });
  assert.deepEqual([remove.target, remove.body], ['people.remove', { id: id(2) }]);
  const after = answer(state, remove, {});
  assert.deepEqual([state.sheet, state.place], [null, { kind: 'people' }]);
  assert.match(JSON.stringify(after), /Bo was removed\./);
  reduce(state, { type: 'sheet', sheet: { kind: 'removePerson', person: person(1, 'Ada') } });
  assert.match(words(sheet(state)), /This is you/);
});

test('an admin who does not operate the installation is offered no removal, but the erasure', () => {
  const { state, effects } = page({ kind: 'person', person: id(2) }, 'admin');
  readPerson(state, effects, person(2, 'Bo', { identities: [{ issuer, subject: '7' }] }));
  assert.deepEqual(labels(view(state, state.place, 3)), ['Erase words and name…']);
});

test('accounts are added and removed, and a taken one is reported at its field', () => {
  const { state } = page({ kind: 'person', person: id(2) });
  const bo = person(2, 'Bo', { teams: [{ team: 'web', role: 'member', issuer }, { team: 'ops', role: 'admin' }], identities: [{ issuer, subject: '7' }] });
  reduce(state, { type: 'sheet', sheet: { kind: 'addIdentity', person: bo } });
  const [add] = reduce(state, { type: 'people.submit', data: { issuer, subject: '8' } });
  assert.deepEqual([add.target, add.body], ['people.addIdentity', { id: id(2), identity: { issuer, subject: '8' } }]);
  reduce(state, { ...add.as, error: { code: 'conflict', message: 'Another person has it.' } });
  const field = nodes(sheet(state)).find(({ props }) => props.name === 'subject');
  assert.equal(field.props['aria-invalid'], 'true');
  assert.equal(words(nodes(sheet(state)).find(({ props }) => props.id === field.props['aria-describedby'])), 'Another person has it.');
  reduce(state, { type: 'sheet', sheet: { kind: 'removeIdentity', person: bo, identity: bo.identities[0] } });
  assert.match(words(sheet(state)), /“7”.*no longer sign in.*removed, too: web\./);
  const [remove] = reduce(state, { type: 'people.submit', data: {} });
  assert.deepEqual([remove.target, remove.body], ['people.removeIdentity', { id: id(2), identity: { issuer, subject: '7' } }]);
});

test('a team is renamed and removed, but the team that always exists is not', () => {
  const team = { id: 'web', name: 'Web', members: 2 };
  const { state, effects } = page({ kind: 'team', team: 'web' });
  answer(state, find(effects, 'teams.get'), team);
  reduce(state, { type: 'sheet', sheet: { kind: 'renameTeam', team } });
  const [rename] = reduce(state, { type: 'people.submit', data: { name: 'Site' } });
  assert.deepEqual([rename.target, rename.body], ['teams.rename', { id: 'web', name: 'Site' }]);
  answer(state, rename, { ...team, name: 'Site' });
  reduce(state, { type: 'sheet', sheet: { kind: 'removeTeam', team } });
  assert.match(words(sheet(state)), /2 persons will lose their role.*“web”/);
  const [remove] = reduce(state, { type: 'people.submit', data: {} });
  reduce(state, { ...remove.as, error: { code: 'conflict', message: 'It has standups.' } });
  assert.match(words(sheet(state)), /It has standups\./);
  const [again] = reduce(state, { type: 'people.submit', data: {} });
  answer(state, again, {});
  assert.deepEqual([state.sheet, state.place], [null, { kind: 'teams' }]);
  const usual = page({ kind: 'team', team: 'default' });
  answer(usual.state, find(usual.effects, 'teams.get'), { id: 'default', name: 'Everyone', members: 0 });
  answer(usual.state, find(usual.effects, 'teams.members'), { members: [] });
  assert.deepEqual(labels(view(usual.state, usual.state.place, 3)), ['Rename team', 'Add member']);
});

test('an admin shortens the retention of a team and undoes it, and a member only sees it', () => {
  const { state, effects } = page({ kind: 'team', team: 'web' });
  answer(state, find(effects, 'teams.get'), { id: 'web', name: 'Web', members: 1 });
  answer(state, find(effects, 'teams.members'), { members: [] });
  delete state.people.retention;
  const shown = () => nodes(view(state, state.place, 3));
  const choice = () => shown().find(({ props }) => props.id === 'retention');
  assert.equal(choice(), undefined, 'nothing is shown before it is known');
  answer(state, find(effects, 'standups.retention'), { days: 90, teams: [{ team: 'ops', days: 1 }, { team: 'web', days: 45 }] });
  assert.deepEqual([choice().props.value, choice().children.flat().map((each) => words(each))],
    ['45', ['90 days (installation)', '7 days', '14 days', '30 days', '45 days', '60 days']]);
  const [set] = reduce(state, choice().props.change({ target: { value: '7' } }));
  assert.deepEqual([set.target, set.body], ['standups.setRetention', { team: 'web', days: 7 }]);
  const [{ action: notice }] = answer(state, set, { team: 'web', days: 7, before: 45, fromMs: state.now + 86_400_000 });
  assert.match(words(view(state, state.place, 3)), /Applies from .*Until then: 45 days\./);
  const [undo] = reduce(state, notice.offer.action);
  assert.deepEqual(undo.body, { team: 'web', days: 45 });
  assert.deepEqual(answer(state, undo, { team: 'web', days: 45 }), [{ type: 'announce', text: 'The change was undone.' }]);
  assert.doesNotMatch(words(view(state, state.place, 3)), /Applies from/);
  const [usual] = reduce(state, choice().props.change({ target: { value: '' } }));
  assert.deepEqual(usual.body, { team: 'web' });
  answer(state, usual, { team: 'web' });
  assert.equal(choice().props.value, '');
  const [, again] = refuse(state, usual);
  assert.equal(again.target, 'standups.retention', 'a rejected choice is not shown');
  const member = page({ kind: 'team', team: 'web' }, 'member');
  answer(member.state, find(member.effects, 'teams.get'), { id: 'web', name: 'Web', members: 1 });
  answer(member.state, find(member.effects, 'teams.members'), { members: [] });
  answer(member.state, find(member.effects, 'standups.retention'), { teams: [{ team: 'web', days: 30 }] });
  const seen = view(member.state, member.state.place, 3);
  assert.equal(nodes(seen).find(({ props }) => props.id === 'retention'), undefined);
  assert.match(words(seen), /Retained for30 days/);
});

test('an erasure shows all places first, then erases them page by page, and reports what it could not erase', () => {
  const { state } = page({ kind: 'person', person: id(2) });
  state.standups.set(id(30), { meetings: 2, standup: { id: id(30), title: 'Daily', attendees: [] } });
  reduce(state, { type: 'erase.begin', name: 'Bo' });
  const [first] = reduce(state, { type: 'erase.find', data: { name: ' Bo ' } });
  assert.deepEqual([first.target, first.body], ['standups.findPerson', { name: 'Bo' }]);
  const one = { standup: id(30), isAttendee: true, meetings: 1, segments: 2, unattributed: 0 };
  const [second] = answer(state, first, { standups: [one], next: 'p' });
  assert.deepEqual(second.body, { name: 'Bo', after: 'p' });
  const [items] = answer(state, second, { standups: [{ ...one, isAttendee: false, unattributed: 1 }, { standup: id(31), isAttendee: false, meetings: 0, segments: 0, unattributed: 1 }] });
  const [focus] = answer(state, items, { items: [], total: 3 });
  const [persons] = answer(state, focus, { title: '', isRunning: false });
  answer(state, persons, { people: [person(2, 'Bo', { email: 'bo@example.com' }), person(3, 'Bob')] });
  assert.match(words(sheet(state)), /Daily: an attendee, 2 past meetings, 4 lines, 1 line without a known speaker.*Focus: 3 sessions.*bo@example\.com/);
  const [forget] = reduce(state, { type: 'erase.go' });
  assert.deepEqual([forget.target, forget.body], ['standups.forgetPerson', { standup: id(30), name: 'Bo' }]);
  const [more] = answer(state, forget, { meetings: 1, segments: 1, next: 'q' });
  assert.deepEqual(more.body, { standup: id(30), name: 'Bo', after: 'q' });
  const [unfocus] = refuse(state, more, 'It is meeting now.');
  assert.deepEqual([unfocus.target, unfocus.body], ['focus.forget', { person: 'Bo' }]);
  const [remove] = answer(state, unfocus, {});
  assert.deepEqual([remove.target, remove.body], ['people.remove', { id: id(2) }]);
  answer(state, remove, {});
  assert.match(words(sheet(state)), /Not everything was erased\..*Daily: It is meeting now\..*Backups/);
});

test('a name that nothing has leads to no erasure, and a search that was closed does not continue', () => {
  const { state } = page({ kind: 'people' }, 'admin');
  reduce(state, { type: 'erase.begin', name: '' });
  const [first] = reduce(state, { type: 'erase.find', data: { name: 'Zed' } });
  const [items] = answer(state, first, { standups: [] });
  refuse(state, items);
  assert.match(words(sheet(state)), /Nothing was found for “Zed”\./);
  reduce(state, { type: 'sheet', sheet: null });
  assert.deepEqual(answer(state, first, { standups: [], next: 'n' }), []);
});
