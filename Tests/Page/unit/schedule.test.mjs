// The schedule of a standup.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import * as schedulePart from '../../../Services/Schedule/Page/part.js';
import { chosen, dateIn, mondays } from '../../../Services/Schedule/Page/plan-rules.js';
import { view } from '../../../Services/Schedule/Page/plan-view.js';
import * as standups from '../../../Services/Standups/Page/list.js';

const daily = { id: '00000000-0000-4000-8000-000000000001', title: 'Daily', durationMs: 300_000, theme: 'orange', attendees: [], revision: 1 };
const rule = { at: '09:30', on: ['mon', 'thu'], zone: 'Europe/Paris' };
const saved = { subject: daily.id, rule, mode: 'start', remindMs: 600_000, next: ['2026-12-03T08:30:00.000Z'] };
const days = { days: 2, readAt: '2026-12-01T08:00:00.000Z', skipped: [{ day: '2026-12-25', name: 'Christmas Day' }], observances: [{ day: '2026-12-31', name: 'New Year’s Eve' }] };

const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => (Array.isArray(each) ? words(each) : each.text ?? words(each.children ?? []))).join('');
const commands = (effects) => effects.filter(({ type }) => type === 'command');
const shown = (state) => view(state, state.place, 3);

/** A page at the schedule of a standup, with the reply to its first command. */
function page(reply, role = 'member') {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: 'schedule', standup: daily.id }, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role } });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0 }], meetings: [] }, begin: true } });
  const read = commands(reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } })).find(({ as }) => as.type === 'plan.read');
  const effects = reduce(state, { ...read.as, ...(reply ? { reply } : { error: { code: 'not_found', message: 'None.' } }) });
  return { state, read, effects: commands(effects) };
}

/** Carries out the actions that an action leads to, and returns the commands. */
function act(state, action) {
  return reduce(state, action).flatMap((effect) => (effect.type === 'act' ? act(state, effect.action) : effect.type === 'command' || effect.type === 'after' ? [effect] : []));
}
const tell = (state, type, data) => reduce(state, { type: 'frame', frame: { event: { type, subject: daily.id, data, epoch: 'e',
  sequence: String(state.follow.after + 1).padStart(20, '0'), time: '2026-12-01T08:00:00.000Z' } } });

test('a standup without a schedule gets a form, whose preview follows the rule', () => {
  const { state, read, effects: [preview] } = page();
  assert.deepEqual([read.target, read.body], ['schedule.get', { subject: daily.id }]);
  assert.equal(preview.target, 'schedule.next');
  assert.deepEqual(preview.body.rule.on, ['mon', 'tue', 'wed', 'thu', 'fri']);
  const [later] = act(state, { type: 'plan.set', change: { at: '10:00', on: ['fri', 'mon'], zone: 'Europe/Paris' } });
  const [again] = commands(reduce(state, later.action));
  assert.deepEqual(again.body, { rule: { at: '10:00', on: ['mon', 'fri'], zone: 'Europe/Paris' }, count: 5 });
  reduce(state, { ...preview.as, reply: { times: ['2020-01-01T08:30:00.000Z'] } });
  assert.deepEqual(state.plan.times, [], 'the preview of an older rule is ignored');
  reduce(state, { ...again.as, reply: { times: ['2026-12-04T09:00:00.000Z'] } });
  assert.match(words(shown(state)), /10:00 in Europe\/Paris|2026/);
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual([set.target, set.body], ['schedule.set', { subject: daily.id, rule: again.body.rule, mode: 'ask' }]);
});

test('a standup in writing has a time for its updates, which other modes do not send', () => {
  const { state } = page();
  assert.doesNotMatch(words(shown(state)), /Updates close/);
  act(state, { type: 'plan.set', change: { mode: 'write' } });
  assert.match(words(shown(state)), /Updates close.*8 h later/);
  act(state, { type: 'plan.set', change: { closesAfterMs: 3_600_000 } });
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual([set.body.mode, set.body.closesAfterMs], ['write', 3_600_000]);
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'Too short.', detail: { field: 'closesAfterMs' } } });
  assert.match(words(shown(state)), /Too short\./);
  act(state, { type: 'plan.set', change: { asksLocally: true } });
  assert.equal(act(state, { type: 'plan.save' })[0].body.asksLocally, true);
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'No zones.', detail: { field: 'asksLocally' } } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-closesAfterMs')), 'No zones.');
  act(state, { type: 'plan.set', change: { mode: 'ask' } });
  assert.equal('asksLocally' in act(state, { type: 'plan.save' })[0].body, false, 'only in writing');
  assert.match(words(shown(page({ ...saved, mode: 'write', closesAfterMs: 3_600_000, asksLocally: true }, 'observer').state)), /Everyone at this time in their own time zone/);
  const read = page({ subject: daily.id, rule: set.body.rule, mode: 'write', closesAfterMs: 28_800_000, next: [] }, 'observer').state;
  assert.match(words(shown(read)), /Ask for written updates.*8 h later/);
});

test('an error of a rule is shown next to its field, and days are required', () => {
  const { state } = page(saved);
  act(state, { type: 'plan.set', change: { zone: 'Paris' } });
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual(act(state, { type: 'plan.save' }), [], 'it is under way');
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'Unknown time zone “Paris”.', detail: { field: 'rule.zone' } } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-zone')), 'Unknown time zone “Paris”.');
  assert.equal(nodes(shown(state)).filter(({ props }) => props.role === 'alert').length, 1);
  act(state, { type: 'plan.set', change: { on: [] } });
  assert.deepEqual(act(state, { type: 'plan.save' }), []);
  assert.match(words(shown(state)), /Choose at least one day\./);
});

test('the days of a calendar are kept and chosen, and another calendar replaces them', () => {
  const { state } = page({ ...saved, holidays: days });
  assert.equal(state.plan.form.source, 'kept');
  const [kept] = act(state, { type: 'plan.save' });
  assert.deepEqual(kept.body.holidays, { isKept: true });
  reduce(state, { ...kept.as, reply: { ...saved, holidays: days } });
  act(state, { type: 'plan.set', change: { source: 'none' } });
  assert.match(words(shown(state)), /Saving removes the days off/);
  assert.equal(nodes(shown(state)).filter(({ props }) => /is a day off/.test(props['aria-label'] ?? '')).length, 0);
  act(state, { type: 'plan.set', change: { source: 'file' } });
  act(state, { type: 'plan.text', text: 'BEGIN:VCALENDAR' });
  const boxes = () => nodes(shown(state)).filter(({ props }) => /is a day off/.test(props['aria-label'] ?? '')).map(({ props }) => [props['aria-label'], props.checked]);
  assert.deepEqual(boxes(), [['Christmas Day is a day off', true], ['New Year’s Eve is a day off', false]]);
  act(state, { type: 'plan.day', name: 'Christmas Day', isOff: false });
  act(state, { type: 'plan.day', name: 'New Year’s Eve', isOff: true });
  assert.deepEqual(boxes().map(([, isOff]) => isOff), [false, true]);
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual(set.body.holidays, { ics: 'BEGIN:VCALENDAR', observe: ['New Year’s Eve'], ignore: ['Christmas Day'] });
  reduce(state, { ...set.as, reply: { ...saved, holidays: { ...days, skipped: [days.observances[0]], observances: [days.skipped[0]], observe: ['New Year’s Eve'], ignore: ['christmas day '] } } });
  assert.equal(state.plan.form.source, 'kept');
  assert.deepEqual(boxes(), [['Christmas Day is a day off', false], ['New Year’s Eve is a day off', true]]);
  act(state, { type: 'plan.day', name: 'Christmas Day', isOff: true });
  act(state, { type: 'plan.day', name: 'New Year’s Eve', isOff: false });
  assert.deepEqual([state.plan.form.observe, state.plan.form.ignore], [[], []]);
});

test('a file that is too large is refused next to the calendar', () => {
  const { state } = page();
  act(state, { type: 'plan.set', change: { source: 'file' } });
  act(state, { type: 'plan.file', file: { size: 262_145 } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-holidays')), 'The file is too large. A calendar has at most 256 KiB.');
  assert.equal(reduce(state, { type: 'plan.file', file: { size: 262_144 } })[0].type, 'text');
});

test('a change by another person replaces an untouched form, and is reported next to a touched one', () => {
  const { state } = page(saved);
  const other = { ...saved, rule: { ...rule, at: '11:00' } };
  const [read] = [commands(tell(state, 'schedule.changed', { schedule: other })).find(({ as }) => as.type === 'plan.read')];
  reduce(state, { ...read.as, reply: other });
  assert.equal(state.plan.form.at, '11:00');
  act(state, { type: 'plan.set', change: { at: '12:00' } });
  reduce(state, { ...read.as, reply: saved });
  assert.equal(state.plan.form.at, '12:00');
  assert.match(words(shown(state)), /Someone else changed this schedule.*09:30/);
  const [theirs] = commands(reduce(state, { type: 'plan.theirs' }));
  reduce(state, { ...theirs.as, reply: saved });
  assert.equal(state.plan.form.at, '09:30');
  assert.doesNotMatch(words(shown(state)), /Someone else/);
});

test('a schedule is removed after a question, and an observer only reads it', () => {
  const { state } = page(saved);
  reduce(state, { type: 'sheet', sheet: { kind: 'removeSchedule' } });
  const [remove] = commands(reduce(state, { type: 'plan.remove' }));
  assert.deepEqual([remove.target, remove.body, state.sheet], ['schedule.remove', { subject: daily.id }, null]);
  const [read] = commands(reduce(state, { ...remove.as, reply: {} }));
  reduce(state, { ...read.as, error: { code: 'not_found', message: 'None.' } });
  assert.doesNotMatch(words(shown(state)), /Remove schedule/);
  const observer = page({ ...saved, holidays: days }, 'observer');
  assert.match(words(shown(observer.state)), /09:30.*Start automatically.*10 min before.*Christmas Day.*View only/);
  assert.equal(nodes(shown(observer.state)).some(({ tag }) => ['input', 'select', 'button'].includes(tag)), false);
  assert.deepEqual(page(undefined, 'observer').effects, []);
});

test('a schedule has several times, each with its days', () => {
  const { state } = page({ ...saved, rule: { ...rule, also: [{ at: '15:30', on: ['tue'] }] } });
  const button = (name) => nodes(shown(state)).find((node) => node.tag === 'button' && words(node) === name);
  assert.ok(button('Remove time 2'));
  act(state, button('Add a time').props.click);
  assert.deepEqual(state.plan.form.also.map(({ on }) => on), [['tue'], []]);
  assert.deepEqual(act(state, { type: 'plan.save' }), [], 'each time needs a day');
  assert.match(words(shown(state)), /Choose at least one day\./);
  act(state, { type: 'plan.set', change: { also: [{ at: '15:30', on: ['tue'] }, { at: '16:00', on: ['sun', 'sat'] }] } });
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual(set.body.rule, { ...rule, also: [{ at: '15:30', on: ['tue'] }, { at: '16:00', on: ['sat', 'sun'] }] });
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'Too many.', detail: { field: 'rule.also' } } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-also')), 'Too many.');
  act(state, button('Remove time 3').props.click);
  act(state, button('Remove time 2').props.click);
  assert.deepEqual(commands(act(state, { type: 'plan.save' }))[0].body.rule, rule);
  for (let count = 0; count < 7; count += 1) act(state, button('Add a time').props.click);
  assert.equal(button('Add a time'), undefined, 'at most eight');
});

test('a standup that meets every second week has the week from which they are counted', () => {
  const { state } = page(saved);
  const select = (id) => nodes(shown(state)).find(({ props }) => props.id === id);
  const choices = () => nodes(select('plan-week')).filter(({ tag }) => tag === 'option').map(({ props }) => props.value);
  assert.equal(select('plan-week'), undefined);
  assert.match(words(select('plan-weeks')), /^Every weekEvery second weekEvery 3 weeks.*Every 8 weeks$/);
  // The next meeting stays: it is on 3 December 2026, a Thursday.
  const [later] = act(state, select('plan-weeks').props.change({ target: { value: '2' } }));
  const asked = { ...rule, everyWeeks: 2, weekOf: '2026-12-03' };
  assert.deepEqual(commands(reduce(state, later.action))[0].body.rule, asked);
  const [one, other] = choices();
  assert.deepEqual([new Date(one).getUTCDay(), (Date.parse(other) - Date.parse(one)) / 86_400_000], [1, 7]);
  const isFirst = (Date.parse('2026-11-30') - Date.parse(one)) / 86_400_000 / 7 % 2 === 0;
  assert.equal(select('plan-week').props.value, isFirst ? one : other);
  act(state, select('plan-week').props.change({ target: { value: isFirst ? other : one } }));
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual(set.body.rule, { ...asked, weekOf: isFirst ? other : one });
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'Invalid date.', detail: { field: 'rule.weekOf' } } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-everyWeeks')), 'Invalid date.');
  // Every week has no such choice.
  act(state, select('plan-weeks').props.change({ target: { value: '1' } }));
  assert.deepEqual(commands(act(state, { type: 'plan.save' }))[0].body.rule, rule);
  const read = page({ ...saved, rule: { ...rule, everyWeeks: 2, weekOf: '2026-11-30' } }, 'observer').state;
  assert.match(words(shown(read)), /09:30, Mon, Thu; Every second week; Europe\/Paris/);
});

test('weeks are counted by days, also across a year with 53 weeks and in both directions', () => {
  assert.deepEqual(mondays(3, '2026-12-27'), ['2026-12-21', '2026-12-28', '2027-01-04']);
  assert.deepEqual(mondays(1, '2026-12-28'), ['2026-12-28']);
  assert.equal(chosen(['2026-12-28', '2027-01-04'], '2026-12-27'), '2027-01-04');
  assert.equal(chosen(['2026-12-28', '2027-01-04'], '2030-01-08'), '2026-12-28');
  assert.equal(chosen(['2026-12-28', '2027-01-04'], 'nonsense'), '2026-12-28');
  // The day of a zone, on both sides of the date line, and of an unknown zone.
  assert.deepEqual(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Pariss'].map((zone) => dateIn('2026-12-31T10:30:00Z', zone)), ['2027-01-01', '2026-12-30', '2026-12-31']);
});

test('breaks are added, previewed, saved if they changed, and removed', () => {
  const summer = { name: 'Summer break', from: '2027-07-20', to: '2027-08-14' };
  const { state } = page(saved);
  const button = (name) => nodes(shown(state)).find((node) => node.tag === 'button' && words(node) === name);
  const field = (id) => nodes(shown(state)).find(({ props }) => props.id === id);
  const type = (id, text) => act(state, field(id).props.input({ target: { value: text } }));
  const [kept] = act(state, { type: 'plan.save' });
  assert.equal('breaks' in kept.body, false, 'the service keeps them');
  reduce(state, { ...kept.as, reply: saved });
  act(state, button('Add a break').props.click);
  type('break-name-0', ' Summer break ');
  type('break-from-0', '2027-07-20');
  const [early] = type('break-to-0', '2027-07-01');
  assert.deepEqual(commands(reduce(state, early.action))[0].body, { rule, count: 5 }, 'a break that ends before it begins is not previewed');
  const [later] = type('break-to-0', '2027-08-14');
  assert.deepEqual(commands(reduce(state, later.action))[0].body, { rule, breaks: [summer], count: 5 });
  assert.deepEqual([field('break-from-0').props.max, field('break-to-0').props.min], ['2027-08-14', '2027-07-20']);
  const [set] = act(state, { type: 'plan.save' });
  assert.deepEqual(set.body.breaks, [summer]);
  reduce(state, { ...set.as, error: { code: 'invalid', message: 'Invalid break.', detail: { field: 'breaks' } } });
  assert.equal(words(nodes(shown(state)).filter(({ props }) => props.id === 'problem-breaks')), 'Invalid break.');
  assert.equal(field('break-name-0').props['aria-invalid'], 'true');
  const [again] = act(state, { type: 'plan.save' });
  reduce(state, { ...again.as, reply: { ...saved, breaks: [summer] } });
  assert.deepEqual(state.plan.form.breaks, [summer]);
  act(state, button('Remove break 1').props.click);
  assert.deepEqual(act(state, { type: 'plan.save' })[0].body.breaks, []);
  const { state: many } = page({ ...saved, breaks: Array.from({ length: 20 }, () => summer) });
  assert.equal(nodes(shown(many)).some((node) => words(node) === 'Add a break'), false, 'at most twenty');
});

test('a change of the breaks by another person is reported next to a touched form', () => {
  const { state } = page(saved);
  act(state, { type: 'plan.set', change: { at: '12:00' } });
  const other = { ...saved, breaks: [{ name: 'Summer', from: '2027-07-20', to: '2027-08-14' }] };
  const read = commands(tell(state, 'schedule.changed', { schedule: other })).find(({ as }) => as.type === 'plan.read');
  reduce(state, { ...read.as, reply: other });
  assert.match(words(shown(state)), /Someone else changed this schedule/);
});

test('an observer sees the breaks with their dates', () => {
  const breaks = [{ name: 'Summer', from: '2027-07-20', to: '2027-08-14' }, { name: 'A day', from: '2027-12-24', to: '2027-12-24' }];
  const text = words(shown(page({ ...saved, breaks }, 'observer').state));
  assert.match(text, /Breaks.*Summer.*20.*–.*14.*A day.*24/);
  assert.equal(text.match(/–/g).length, 1, 'one day is one date');
});

test('the list says until when a standup is on a break, from its first to its last day in the zone of the schedule', () => {
  const { state } = page(saved);
  state.now = Date.parse('2026-12-02T10:00:00Z');
  const list = schedulePart.handlers['times.listed'];
  const schedules = [{ ...saved, rule: { ...rule, zone: 'Pacific/Kiritimati' }, breaks: [{ name: 'Rest', from: '2026-12-03', to: '2026-12-04' }] }];
  list(state, { reply: { schedules }, isFirst: true, after: 10 });
  schedulePart.settle(state);
  assert.match(state.pauses.get(daily.id), /^On a break until .*4/, 'there, it is the third already');
  const card = () => words(nodes(standups.list(state)).find(({ props }) => props.class === 'cards').children[0].make());
  assert.match(card(), /On a break until/);
  state.now = Date.parse('2026-12-04T09:59:00Z');
  schedulePart.settle(state);
  assert.equal(state.pauses.size, 1);
  state.now = Date.parse('2026-12-04T10:00:00Z');
  schedulePart.settle(state);
  assert.equal(state.pauses.size, 0);
  assert.doesNotMatch(card(), /On a break/);
  // It follows a change at once, and no break is known of a standup without a schedule.
  schedulePart.events['schedule.changed'](state, { schedule: { ...saved, breaks: [{ name: 'Rest', from: '2026-12-01', to: '2026-12-09' }] } }, { subject: daily.id });
  schedulePart.settle(state);
  assert.equal(state.pauses.size, 1);
  schedulePart.events['schedule.removed'](state, { subject: daily.id }, { subject: daily.id });
  schedulePart.settle(state);
  assert.deepEqual([state.pauses.size, state.breaks.size], [0, 0]);
});

test('an observer sees all times of a schedule', () => {
  const { state } = page({ ...saved, rule: { ...rule, also: [{ at: '15:30', on: ['tue'] }] } }, 'observer');
  assert.match(words(shown(state)), /09:30.*15:30/);
});
