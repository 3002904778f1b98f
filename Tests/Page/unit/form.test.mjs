// Forms: the sent changes, and concurrent edits.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, body, changes, decide, draft, isTouched, isUnspoken, meet, spoken, typed } from '../../../Services/Standups/Page/form.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';

const standup = { id: 's', title: 'Daily', durationMs: 300_000, theme: 'teal', attendees: [{ id: 'a', name: 'Ada' }], revision: 4 };

test('a new standup is told whole, without blank attendees and their ids', () => {
  const form = draft(null);
  form.title = 'New';
  form.attendees[0].name = 'Ada';
  add(form);
  assert.deepEqual(body(form), { title: 'New', durationMs: 300_000, theme: 'bubblegum', warnMs: 0, mayRunOver: false, attendees: [{ name: 'Ada' }] });
});

test('a warning is chosen, and taken back with 0', () => {
  const form = draft(standup);
  assert.deepEqual(changes(form), [], 'none is none, however it is written');
  form.warnMs = 10_000;
  assert.deepEqual(body(form), { id: 's', revision: 4, warnMs: 10_000 });
  const warned = draft({ ...standup, warnMs: 10_000 });
  warned.warnMs = 0;
  assert.deepEqual(body(warned), { id: 's', revision: 4, warnMs: 0 });
  const theirs = draft({ ...standup, warnMs: 10_000 });
  meet(theirs, { ...standup, revision: 5 });
  assert.equal(theirs.warnMs, 0);
});

test('a language is chosen, and taken back with an empty one', () => {
  const form = draft(standup);
  assert.deepEqual(changes(form), [], 'the usual one is none');
  form.language = 'es';
  assert.deepEqual(body(form), { id: 's', revision: 4, language: 'es' });
  const spanish = draft({ ...standup, language: 'es' });
  spanish.language = '';
  assert.deepEqual(body(spanish), { id: 's', revision: 4, language: '' });
  const theirs = draft({ ...standup, language: 'es' });
  meet(theirs, { ...standup, revision: 5 });
  assert.equal(theirs.language, '');
  const added = draft(null);
  assert.ok(!('language' in body(added)), 'a new standup has the usual one');
  added.language = 'fr';
  assert.equal(body(added).language, 'fr');
  assert.deepEqual(spoken({ ...added, language: undefined }), [''], 'a form that an older page stored');
});

test('the languages with a model are offered, and one without is reported', () => {
  const form = draft({ ...standup, language: 'pt-BR' });
  assert.deepEqual(spoken(form), ['', 'pt-BR'], 'that of the standup is kept');
  assert.equal(isUnspoken(form), false, 'nothing is known yet');
  form.spoken = { languages: [] };
  assert.equal(isUnspoken(form), false, 'without an engine, nothing is recognised anyway');
  form.spoken = { standard: 'en', languages: ['es', 'p'] };
  assert.deepEqual(spoken(form), ['', 'es', 'p', 'pt-BR']);
  assert.equal(isUnspoken(form), true);
  form.spoken = { standard: 'en', languages: ['pt'] };
  assert.equal(isUnspoken(form), false, 'the more general model recognises it');
  assert.equal(isUnspoken({ ...form, language: 'en-GB' }), false);
  assert.equal(isUnspoken({ ...form, language: '' }), false);
});

test('the languages are read when the form opens', () => {
  const state = editing();
  const asked = reduce(state, { type: 'go', place: { kind: 'new' } }).find(({ target }) => target === 'transcription.languages');
  reduce(state, { ...asked.as, reply: { standard: 'en', languages: ['es'] } });
  assert.deepEqual(state.drafts.get('new').spoken, { standard: 'en', languages: ['es'] });
  reduce(state, { ...asked.as, error: { code: 'unavailable', message: 'It is away.' } });
  assert.deepEqual(state.drafts.get('new').spoken, { standard: 'en', languages: ['es'] });
});

test('a weight is chosen, and taken back with 1', () => {
  const form = draft(standup);
  form.attendees[0].weight = 1;
  assert.deepEqual(changes(form), [], 'one that is usual is none');
  form.attendees[0].weight = 2;
  assert.deepEqual(body(form), { id: 's', revision: 4, attendees: [{ id: 'a', name: 'Ada', weight: 2 }] });
  const weighty = draft({ ...standup, attendees: [{ id: 'a', name: 'Ada', weight: 2 }] });
  assert.deepEqual(changes(weighty), []);
  weighty.attendees[0].weight = 1;
  assert.deepEqual(body(weighty).attendees, [{ id: 'a', name: 'Ada', weight: 1 }]);
});

test('a person is chosen for an attendee, and removed with an empty one', () => {
  const form = draft(standup);
  form.attendees[0].person = '';
  assert.deepEqual(changes(form), [], 'no person is none, however it is written');
  form.attendees[0].person = 'p';
  assert.deepEqual(body(form), { id: 's', revision: 4, attendees: [{ id: 'a', name: 'Ada', person: 'p' }] });
  const linked = draft({ ...standup, attendees: [{ id: 'a', name: 'Ada', person: 'p' }] });
  assert.deepEqual(changes(linked), []);
  linked.attendees[0].name = 'Ann';
  assert.deepEqual(body(linked).attendees, [{ id: 'a', name: 'Ann', person: 'p' }]);
  linked.attendees[0].person = '';
  assert.deepEqual(body(linked).attendees, [{ id: 'a', name: 'Ann', person: '' }]);
  const theirs = draft(standup);
  meet(theirs, { ...standup, attendees: [{ id: 'a', name: 'Ada', person: 'p' }], revision: 5 });
  assert.equal(theirs.attendees[0].person, 'p');
});

test('an edit names what was changed, and the revision that was read', () => {
  const form = draft(standup);
  assert.deepEqual(changes(form), []);
  add(form);
  assert.equal(isTouched(form), false, 'a blank attendee is no change');
  form.theme = 'sky';
  assert.deepEqual(body(form), { id: 's', revision: 4, theme: 'sky' });
});

test('what only somebody else changed becomes theirs', () => {
  const form = draft(standup);
  form.theme = 'sky';
  meet(form, { ...standup, title: 'Theirs', revision: 5 });
  assert.equal(form.theirs, null);
  assert.deepEqual(body(form), { id: 's', revision: 5, theme: 'sky' });
  assert.equal(form.title, 'Theirs');
});

test('what both changed is shown, and nothing is lost', () => {
  for (const isMine of [true, false]) {
    const form = draft(standup);
    form.title = 'Mine';
    meet(form, { ...standup, title: 'Theirs', revision: 5 });
    assert.deepEqual(form.theirs.fields, ['title']);
    assert.equal(form.title, 'Mine');
    decide(form, isMine);
    assert.equal(form.theirs, null);
    assert.deepEqual(body(form), isMine ? { id: 's', revision: 5, title: 'Mine' } : { id: 's', revision: 5 });
  }
});

test('both wrote the same: no conflict', () => {
  const form = draft(standup);
  form.title = 'Same';
  meet(form, { ...standup, title: 'Same', revision: 5 });
  assert.equal(form.theirs, null);
});

/** Opens a form of the standup. */
function editing() {
  const state = initial();
  Object.assign(state, { isLoaded: true, place: { kind: 'edit', standup: 's' }, me: { name: 'Ada', role: 'operator' } });
  state.standups.set('s', { standup, meetings: 0 });
  state.drafts.set('s', draft(standup));
  state.follow = { epoch: 'e', after: 0 };
  return state;
}

test('a form that is cancelled changes nothing', () => {
  const state = editing();
  reduce(state, { type: 'form.set', field: 'title', value: 'Other' });
  const effects = reduce(state, { type: 'form.cancel' });
  assert.ok(!effects.some(({ target }) => target === 'standups.edit'));
  assert.equal(state.place.kind, 'standup');
  assert.ok(!state.drafts.has('s'));
});

test('a save that is refused as a conflict asks for what is there now', () => {
  const state = editing();
  reduce(state, { type: 'form.set', field: 'title', value: 'Mine' });
  const [save] = reduce(state, { type: 'form.save' });
  assert.equal(save.target, 'standups.edit');
  assert.deepEqual(reduce(state, { type: 'form.save' }), [], 'once');
  const [ask] = reduce(state, { type: 'form.saved', key: 's', error: { code: 'conflict', message: '', detail: { revision: 5 } } });
  assert.equal(ask.target, 'standups.get');
  reduce(state, { type: 'form.theirs', key: 's', reply: { summary: { standup: { ...standup, title: 'Theirs', revision: 5 } } } });
  assert.deepEqual(state.drafts.get('s').theirs.fields, ['title']);
  assert.deepEqual(reduce(state, { type: 'form.save' }), [], 'not before it is decided');
});

test('minutes are typed as any number of them, and what is none changes nothing', () => {
  for (const [text, ms] of [['95', 5_700_000], ['1.5', 90_000], ['2000', 86_400_000], ['', undefined], ['0', undefined], ['-3', undefined], ['x', undefined]]) {
    assert.equal(typed(text), ms, text);
  }
});

test('a standup that is deleted while it is edited leaves what was written', () => {
  const state = editing();
  reduce(state, { type: 'form.set', field: 'title', value: 'Mine' });
  reduce(state, { type: 'frame', frame: { event: { type: 'standup.deleted', subject: 's', data: {}, epoch: 'e', sequence: '1', time: '' } } });
  assert.equal(state.place.kind, 'new');
  const form = state.drafts.get('new');
  assert.equal(form.title, 'Mine');
  assert.deepEqual(body(form), { title: 'Mine', durationMs: 300_000, theme: 'teal', warnMs: 0, mayRunOver: false, attendees: [{ name: 'Ada' }] });
});

test('a new standup is shown once it is saved', () => {
  const state = editing();
  state.place = { kind: 'list' };
  reduce(state, { type: 'go', place: { kind: 'new' } });
  reduce(state, { type: 'form.save' });
  const effects = reduce(state, { type: 'form.saved', key: 'new', reply: { ...standup, id: 'n' } });
  assert.equal(effects[0].how, 'replace');
  assert.deepEqual(state.place, { kind: 'standup', standup: 'n' });
});

test('notifications are offered to a person who links themselves, once', () => {
  const mine = { ...standup, attendees: [{ id: 'a', name: 'Ada', person: 'p' }] };
  const saved = (before, after, person) => {
    const state = initial();
    reduce(state, { type: 'begin', place: { kind: 'edit', standup: 's' }, isMuted: false, hasMicrophone: true, code: '' });
    reduce(state, { type: 'entered', me: { name: 'Ada', role: 'member', person } });
    state.standups.set('s', { standup: before, meetings: 0 });
    state.drafts.set('s', { ...draft(before), isSaving: true });
    return reduce(state, { type: 'form.saved', key: 's', reply: { ...after, revision: 5 } }).filter(({ type }) => type === 'offerNotifications').length;
  };
  assert.equal(saved(standup, mine, 'p'), 1);
  assert.equal(saved(mine, { ...mine, title: 'Other' }, 'p'), 0, 'they were linked before');
  assert.equal(saved(standup, mine, 'q'), 0, 'another person');
  assert.equal(saved(standup, mine, undefined), 0, 'a session without a person');
});
