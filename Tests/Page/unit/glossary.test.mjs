// The glossary of a team, on the page of the team.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { view } from '../../../Services/People/Page/view.js';
import { termsOf } from '../../../Services/Standups/Page/glossary.js';

const nginx = { term: 'nginx', soundsLike: 'engine x' };

/** A page at the team “web” with these terms, and the command that has read them. */
function page(terms = [{ term: 'Grafana' }, nginx], role = 'member') {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: 'team', team: 'web' }, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role, session: 's' } });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [], meetings: [] }, begin: true } });
  const effects = reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  answer(state, find(effects, 'teams.get'), { id: 'web', name: 'Web', members: 0 });
  if (role !== 'observer') answer(state, find(effects, 'teams.members'), { members: [] });
  answer(state, find(effects, 'standups.retention'), { teams: [] });
  const list = find(effects, 'glossary.list');
  if (terms) answer(state, list, { team: 'web', terms });
  return { state, list };
}

const find = (effects, target) => effects.find((each) => each.target === target);
const answer = (state, effect, reply) => reduce(state, { ...effect.as, after: state.follow.after, reply });
const refuse = (state, effect, message) => reduce(state, { ...effect.as, after: state.follow.after, error: { code: 'conflict', message } });
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => each.text ?? words(each.children ?? [])).join('');
const shown = (state) => words(view(state, state.place, 3));
const labels = (state) => nodes(view(state, state.place, 3)).filter(({ tag }) => tag === 'button').map((each) => each.props['aria-label'] ?? words(each.children));
const type = (state, term, soundsLike = '') => {
  reduce(state, { type: 'glossary.term', text: term });
  reduce(state, { type: 'glossary.sounds', text: soundsLike });
};

test('the terms of the team are read and shown, and an observer can only read them', () => {
  const { state, list } = page();
  assert.deepEqual(list.body, { team: 'web' });
  assert.match(shown(state), /Glossary.*Grafana.*nginxsounds like “engine x”/);
  assert.deepEqual(labels(state), ['Remove Grafana', 'Remove nginx', 'Add']);
  const observer = page(undefined, 'observer').state;
  assert.match(shown(observer), /nginx/);
  assert.deepEqual(labels(observer), []);
  assert.match(shown(page([]).state), /No terms yet/);
});

test('a term is added with what it sounds like, and replaces one that differs in case', () => {
  const { state } = page();
  assert.equal(reduce(state, { type: 'glossary.add' })[0].id, 'glossary-term', 'nothing is typed');
  type(state, '  NGINX ', ' n  jinx ');
  const [add] = reduce(state, { type: 'glossary.add' });
  assert.deepEqual([add.target, add.body], ['glossary.add', { team: 'web', terms: [{ term: 'NGINX', soundsLike: 'n jinx' }] }]);
  assert.deepEqual(reduce(state, { type: 'glossary.add' }), [], 'it is under way');
  answer(state, add, { team: 'web', added: 0, replaced: 1, count: 2 });
  assert.deepEqual(state.people.glossary.terms, [{ term: 'Grafana' }, { term: 'NGINX', soundsLike: 'n jinx' }]);
  assert.deepEqual([state.people.glossary.term, state.people.glossary.soundsLike], ['', '']);
});

test('a term that is refused stays in the form, with the reason', () => {
  const { state } = page();
  type(state, '数据库');
  const [add] = reduce(state, { type: 'glossary.add' });
  assert.deepEqual(refuse(state, add, 'It has no Latin letters.'), []);
  assert.equal(state.people.glossary.term, '数据库');
  assert.match(shown(state), /It has no Latin letters\./);
  type(state, 'x');
  assert.doesNotMatch(shown(state), /It has no Latin letters\./);
});

test('a removal can be undone, unless the term was added again', () => {
  const { state } = page();
  const remove = (term) => {
    const [effect] = reduce(state, { type: 'glossary.remove', term });
    assert.deepEqual([effect.target, effect.body], ['glossary.remove', { team: 'web', terms: [term.term] }]);
    return answer(state, effect, { team: 'web', removed: 1, count: 1 }).find((each) => each.action?.offer).action;
  };
  const notice = remove(nginx);
  assert.deepEqual(state.people.glossary.terms, [{ term: 'Grafana' }]);
  reduce(state, notice);
  const [undo] = reduce(state, notice.offer.action);
  assert.deepEqual([undo.target, undo.body], ['glossary.add', { team: 'web', terms: [nginx] }]);
  assert.deepEqual(state.notices, []);
  answer(state, undo, { team: 'web', added: 1, replaced: 0, count: 2 });
  assert.deepEqual(state.people.glossary.terms, [{ term: 'Grafana' }, nginx]);
  const again = remove(nginx);
  state.people.glossary.terms.push({ term: 'NGINX' });
  assert.deepEqual(reduce(state, again.offer.action), []);
});

test('a list has a term in each line, and the other lines are reported', () => {
  assert.deepEqual(termsOf(`\uFEFFRedis\r\n\n nginx =  engine   x\nNGINX\n数据库\n= x\nFoo =\na=b=c\n${'é'.repeat(51)}\nC++\nR`), {
    terms: [{ term: 'Redis' }, nginx, { term: 'a', soundsLike: 'b=c' }, { term: 'R' }], skipped: [4, 5, 6, 7, 9, 10],
  });
  assert.equal(termsOf(Array.from({ length: 502 }, (_, index) => `term${index}`).join('\n')).terms.length, 500);
});

test('a file is imported with one command, and says what was skipped', () => {
  const { state } = page();
  const [read] = reduce(state, { type: 'glossary.file', file: { size: 30 } });
  assert.equal(read.type, 'text');
  const [add] = reduce(state, { ...read.as, text: 'Redis\n数据库\nRedis' });
  assert.deepEqual([add.target, add.body], ['glossary.add', { team: 'web', terms: [{ term: 'Redis' }] }]);
  const [notice] = answer(state, add, { team: 'web', added: 1, replaced: 0, count: 3 });
  assert.equal(notice.action.text, '1 term imported. Skipped lines: 2, 3.');
  assert.equal(state.people.glossary.terms.length, 3);
  const [empty] = reduce(state, { type: 'glossary.file', file: { size: 30 } });
  assert.deepEqual(reduce(state, { ...empty.as, text: '\n' }), []);
  assert.match(shown(state), /The file contains no terms\./);
  assert.deepEqual(reduce(state, { type: 'glossary.file', file: { size: 1_000_001 } }), []);
  assert.match(shown(state), /too long/);
});

test('a change by someone else is read again, and a reply for another team is ignored', () => {
  const { state, list } = page();
  const event = (subject) => reduce(state, { type: 'frame', frame: { event: { type: 'glossary.changed', subject, data: { count: 1 }, epoch: 'e',
    sequence: String(state.follow.after + 1).padStart(20, '0'), time: '2026-12-01T08:00:00.000Z' } } });
  const again = find(event('web'), 'glossary.list');
  answer(state, again, { team: 'web', terms: [nginx] });
  assert.deepEqual(state.people.glossary.terms, [nginx]);
  assert.equal(find(event('ops'), 'glossary.list'), undefined);
  reduce(state, { type: 'go', place: { kind: 'team', team: 'ops' } });
  answer(state, list, { team: 'web', terms: [] });
  assert.equal(state.people.glossary.terms, null);
});

test('many terms are shown in parts', () => {
  const { state } = page(Array.from({ length: 120 }, (_, index) => ({ term: `term${index}` })));
  const count = () => labels(state).filter((label) => label.startsWith('Remove ')).length;
  assert.equal(count(), 50);
  reduce(state, { type: 'glossary.more' });
  reduce(state, { type: 'glossary.more' });
  assert.equal(count(), 120);
});
