// Dictated updates: the sender of the audio, and the button with its consent and push-to-talk.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../Services/Gateway/Page/api.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { standupUpdates } from '../../../Services/Standups/Page/updates-view.js';
import { joined, sheets } from '../../../Services/Transcription/Page/dictate-control.js';
import { base64, Dictation, maxSamples } from '../../../Services/Transcription/Page/dictation.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [annPerson, bobPerson] = [id(71), id(72)];
const [ann, bob] = [{ id: id(91), name: 'Ann', person: annPerson }, { id: id(92), name: 'Bob', person: bobPerson }];
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann, bob], revision: 1 };

/** A dictation whose commands a function answers, with everything that was sent and reported. */
function dictation(answer) {
  const [sent, told] = [[], []];
  const it = new Dictation(annPerson, daily.id, (news) => told.push(news), (path, { body, headers }) => {
    assert.deepEqual([path, headers['X-Standups-Key']], ['/api/commands/transcription.dictate', `dictation/${annPerson}`]);
    const command = JSON.parse(body);
    sent.push(command);
    // At least one turn of the loop later, as over the network.
    return Promise.resolve().then(() => answer(command, sent.length));
  }, () => Promise.resolve());
  return { it, sent, told };
}

/** Waits for the commands in progress. */
async function quiet(it) {
  do await new Promise((resolve) => { setImmediate(resolve); }); while (it.isSending);
}

const samples = (count, value = 1) => new Int16Array(count).fill(value);
const count = ({ audio = '' }) => Buffer.from(audio, 'base64').length / 2;
const reply = (more) => ({ stream: 's1', creditSamples: 160_000, settled: 0, lines: [], ...more });
const refusal = (code, more = {}) => { throw new Refusal({ code, message: `It is ${code}.`, retryable: false, status: 400, ...more }); };
const lines = (told) => told.flatMap((news) => news.lines ?? []);

test('audio is sent in pieces of at least half a second, and its words are reported once', async () => {
  const { it, sent, told } = dictation(({ isLast, audio }, at) => reply({ lines: at > 1 ? ['Login: done.'] : [],
    partial: at === 1 ? 'Log' : undefined, settled: 8000, ...(isLast && !audio && { lines: ['Login: done.', 'Next: tests.'], isOver: true }) }));
  for (let piece = 0; piece < 11; piece += 1) { it.add(samples(1600)); await quiet(it); }
  assert.deepEqual(sent.map((each) => [each.offset, count(each), each.stream]), [[0, 8000, undefined], [8000, 8000, 's1']]);
  it.stop();
  await quiet(it);
  assert.deepEqual(sent.slice(2).map((each) => [each.offset, count(each), each.isLast]), [[16_000, 1600, true], [17_600, 0, true]]);
  assert.deepEqual(lines(told), ['Login: done.', 'Next: tests.']);
  assert.deepEqual(told.map((each) => each.partial).filter(Boolean), ['Log']);
  assert.deepEqual([told.at(-1), it.isOver], [{ state: 'over', partial: '' }, true]);
  it.add(samples(1600));
  assert.equal(it.count, 17_600, 'the microphone is off');
});

test('the samples are little-endian', () => {
  assert.equal(base64(Int16Array.of(1, -2)), Buffer.from([1, 0, 0xfe, 0xff]).toString('base64'));
  assert.equal(Buffer.from(base64(samples(20_000)), 'base64').length, 40_000);
});

test('the microphone turns off after two minutes', async () => {
  const { it, sent, told } = dictation(({ isLast, audio }) => reply({ isOver: isLast && !audio }));
  let released = 0;
  it.release = () => { released += 1; };
  for (let at = 0; at < maxSamples + 48_000; at += 48_000) { it.add(samples(48_000)); await quiet(it); }
  assert.deepEqual([it.count, it.isRecording, it.isOver, released], [maxSamples, false, true, 1]);
  assert.equal(sent.reduce((sum, each) => sum + count(each), 0), maxSamples);
  assert.ok(sent.every((each) => count(each) <= 48_000));
  assert.deepEqual(told.filter(({ state }) => state).map(({ state }) => state), ['ending', 'over']);
});

test('after a restart of the service, only the unsettled audio is sent again, and no word is there twice', async () => {
  const { it, sent, told } = dictation((command, at) => {
    if (at === 1) return reply({ lines: ['One.'], settled: 6000 });
    if (at === 2) return refusal('not_found');
    return reply({ stream: 's2', lines: ['Two.'], settled: command.offset, isOver: command.isLast && !command.audio });
  });
  it.add(samples(8000));
  await quiet(it);
  it.add(samples(8000));
  it.stop();
  await quiet(it);
  assert.deepEqual(sent.map((each) => [each.offset, count(each), each.stream]),
    [[0, 8000, undefined], [8000, 8000, 's1'], [6000, 10_000, undefined], [16_000, 0, 's2']]);
  assert.deepEqual(lines(told), ['One.', 'Two.']);
});

test('a piece that is rejected for now is sent again, any other ends the dictation with the reason', async () => {
  const busy = dictation((command, at) => (at < 4 ? refusal('busy', { retryable: true }) : reply({ isOver: command.isLast })));
  busy.it.add(samples(8000));
  busy.it.stop();
  await quiet(busy.it);
  assert.deepEqual([busy.sent.length, busy.told.at(-1)], [4, { state: 'over', partial: '' }]);
  for (const code of ['expired', 'unavailable', 'unroutable']) {
    const lost = dictation((command, at) => (at < 4 ? refusal(code, { retryable: false }) : reply({ isOver: command.isLast })));
    lost.it.add(samples(8000));
    lost.it.stop();
    await quiet(lost.it);
    assert.deepEqual([lost.sent.length, lost.told.at(-1)], [4, { state: 'over', partial: '' }], code);
  }
  const gone = dictation(() => refusal('not_found'));
  gone.it.add(samples(8000));
  await quiet(gone.it);
  assert.equal(gone.told.at(-1).problem, 'It is not_found.', 'without a stream, the standup is unknown');
  const denied = dictation(() => refusal('denied'));
  denied.it.add(samples(8000));
  await quiet(denied.it);
  assert.deepEqual([denied.sent.length, denied.told], [1, [{ state: 'over', partial: '', problem: 'It is denied.' }]]);
  const down = dictation(() => refusal('unavailable', { retryable: true }));
  down.it.add(samples(8000));
  await quiet(down.it);
  assert.deepEqual([down.sent.length, down.told.at(-1).problem], [61, 'It is unavailable.'], 'not forever');
  const mute = dictation(() => reply());
  mute.it.add(samples(8000));
  mute.it.stop();
  await quiet(mute.it);
  assert.equal(mute.told.at(-1).problem, 'The last words were not recognised in time.');
});

test('a dictation that is cancelled reports no more words, and one without audio asks for none', async () => {
  let answer;
  const { it, told } = dictation(() => new Promise((resolve) => { answer = resolve; }));
  it.add(samples(8000));
  await Promise.resolve();
  it.end();
  await Promise.resolve();
  answer(reply({ lines: ['Late.'] }));
  await quiet(it);
  assert.deepEqual(told, [{ state: 'over', partial: '' }]);
  const silent = dictation(() => assert.fail('nothing to send'));
  silent.it.stop();
  await quiet(silent.it);
  assert.deepEqual(silent.told, [{ state: 'ending' }, { state: 'over', partial: '' }]);
});

/** A page of a person who is writing their update. */
function page({ person = annPerson, attendee = ann.id, hasMicrophone = true } = {}) {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: 'standup', standup: daily.id }, isMuted: false, hasMicrophone, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ann', role: 'member', person } });
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0 }], meetings: [] }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  reduce(state, { type: 'updates.read', standup: daily.id, after: 10, reply: { updates: [] } });
  reduce(state, { type: 'update.open', standup: daily.id, attendee });
  return state;
}

const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const dictate = (state) => nodes(standupUpdates(state, daily)).find(({ props }) => props?.id === 'dictate');
const act = (state, type, more) => reduce(state, { type, standup: daily.id, ...more });
const agreed = (state) => { act(state, 'dictate.click'); return act(state, 'dictate.click', { isAgreed: true }); };
const draft = (state) => state.writing.get(daily.id);

test('a person dictates only their own update', () => {
  assert.ok(dictate(page()));
  assert.equal(dictate(page({ attendee: bob.id })), undefined);
  assert.equal(dictate(page({ person: null })), undefined);
  assert.ok(dictate(page({ person: bobPerson, attendee: bob.id })));
});

test('consent is asked for before the microphone opens for the first time', () => {
  const state = page();
  assert.deepEqual(act(state, 'dictate.press'), []);
  assert.deepEqual(reduce(state, dictate(state).props.click), []);
  assert.match(JSON.stringify(sheets.dictate(state, state.sheet)), /keeps neither the audio nor the words/);
  assert.equal(state.dictating ?? null, null);
  assert.deepEqual(act(state, 'dictate.click', { isAgreed: true }), [{ type: 'perform', part: 'detail', do: 'dictate' }]);
  assert.deepEqual([state.sheet, state.dictating.state, state.dictating.attendee], [null, 'opening', ann.id]);
  reduce(state, { type: 'dictated', dictation: 1, state: 'over' });
  assert.deepEqual(act(state, 'dictate.click').map((each) => each.do), ['dictate'], 'once');
  reduce(state, { type: 'dictated', dictation: 2, state: 'over' });
  state.me = { ...state.me, person: 'another' };
  assert.deepEqual(act(state, 'dictate.press'), [], 'another person has not agreed');
  const insecure = page({ hasMicrophone: false });
  assert.equal(act(insecure, 'dictate.click')[0].action.isProblem, true);
  assert.equal(insecure.sheet, null);
});

test('a click stops a dictation, and the click of the press that began it does not', () => {
  const state = page();
  agreed(state);
  reduce(state, { type: 'dictated', dictation: 1, state: 'over' });
  const { pointerdown, keydown, click } = dictate(state).props;
  assert.equal(keydown({ key: ' ', repeat: true }), null);
  assert.equal(keydown({ key: 'a', repeat: false }), null);
  assert.deepEqual(keydown({ key: ' ', repeat: false }), pointerdown);
  assert.deepEqual(reduce(state, pointerdown).map((each) => each.do), ['dictate']);
  assert.equal(state.dictating.isPressed, true);
  assert.deepEqual(reduce(state, click), []);
  assert.deepEqual(reduce(state, pointerdown), [], 'it is on');
  assert.deepEqual(reduce(state, click).map((each) => each.do), ['dictate.end']);
  // Released outside of the button, without a click.
  reduce(state, { type: 'dictated', dictation: 2, state: 'over' });
  reduce(state, pointerdown);
  reduce(state, { type: 'dictate.released', dictation: 2 });
  assert.equal(state.dictating.isPressed, true, 'of an earlier one');
  reduce(state, { type: 'dictate.released', dictation: 3 });
  assert.deepEqual(reduce(state, click).map((each) => each.do), ['dictate.end']);
});

test('words are added to the text, which can be edited meanwhile, and saved by the person only', () => {
  const state = page();
  act(state, 'update.text', { text: 'Before.' });
  agreed(state);
  const told = (more) => reduce(state, { type: 'dictated', dictation: 1, ...more });
  told({ state: 'on' });
  told({ lines: [], partial: 'Login pa' });
  assert.deepEqual([draft(state).text, state.dictating.partial], ['Before.', 'Login pa']);
  assert.match(JSON.stringify(standupUpdates(state, daily)), /Login pa/);
  assert.deepEqual(told({ lines: ['Login page: done.'], partial: '' }), [], 'nothing is sent');
  act(state, 'update.text', { text: `${draft(state).text}\n` });
  told({ lines: ['Next:', 'tests.'], partial: '' });
  assert.equal(draft(state).text, 'Before. Login page: done.\nNext: tests.');
  told({ state: 'ending' });
  assert.equal(dictate(state).props.disabled, true);
  assert.deepEqual(told({ state: 'over', partial: '' }).map(({ type }) => type), ['announce', 'focus']);
  assert.equal(state.dictating, null);
  assert.equal(dictate(state).props.disabled, false);
  const [save] = act(state, 'update.save');
  assert.equal(save.body.text, 'Before. Login page: done.\nNext: tests.');
});

test('words of an earlier dictation, or for another attendee, are dropped', () => {
  const state = page();
  agreed(state);
  reduce(state, { type: 'dictated', dictation: 9, lines: ['No.'] });
  act(state, 'update.for', { attendee: bob.id });
  reduce(state, { type: 'dictated', dictation: 1, lines: ['No.'] });
  assert.equal(draft(state).text, '');
  act(state, 'update.cancel');
  assert.deepEqual(reduce(state, { type: 'dictated', dictation: 1, lines: ['No.'], state: 'over' }), []);
  assert.equal(draft(state), undefined);
});

test('a problem ends the dictation and is shown', () => {
  const state = page();
  agreed(state);
  const [notice] = reduce(state, { type: 'dictated', dictation: 1, state: 'over', problem: 'The browser blocked the microphone.' });
  assert.deepEqual([notice.action.text, notice.action.isProblem, state.dictating], ['The browser blocked the microphone.', true, null]);
});

test('lines are joined by spaces, unless the text ends with white space', () => {
  assert.equal(joined('', ['A.', 'B.']), 'A. B.');
  assert.equal(joined('A. ', ['B.']), 'A. B.');
  assert.equal(joined('A.', []), 'A.');
});
