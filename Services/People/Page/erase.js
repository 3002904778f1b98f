// Erasure of a person: their words and name in standups and past meetings, their focus, and the persons of that name. Like
// “standups forget”, it first shows what it would erase.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell, up } from '../../Gateway/Page/navigate.js';
import { mayOperate } from '../../Gateway/Page/state.js';
import { field, form } from '../../Gateway/Page/view-form.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { dialog, dismiss, question } from '../../Gateway/Page/view-rows.js';
import { title, w } from '../../Gateway/Page/words.js';
import { words } from './words.js';

/**
 * Creates the sheet.
 * @param {string} name @returns {Sheets['erase']}
 */
export const blank = (name) => ({ kind: 'erase', step: 'name', name, lines: [], queue: [], failed: [] });

/** Errors of services that have nothing of this person, or that the visitor may not ask. */
const isSkipped = (/** @type {Problem} */ { code }) => ['invalid', 'unavailable', 'unbound', 'unroutable', 'denied'].includes(code);

/** @typedef {Sheets['erase']} EraseSheet */

/** @param {EraseSheet} sheet @param {string} [after] */
const findStandups = (sheet, after) => [command('standups.findPerson', { name: sheet.name, ...(after && { after }) }, { type: 'erase.standups', sheet })];

/** @param {EraseSheet} sheet @param {string} [after] */
const findPersons = (sheet, after) => [command('people.list', { limit: 1000, ...(after && { after }) }, { type: 'erase.persons', sheet })];

/** @param {EraseSheet} sheet @param {string} problem @returns {Effect[]} */
function stop(sheet, problem) {
  Object.assign(sheet, { step: 'name', problem, field: '' });
  return [];
}

/**
 * Matches in standups, which several pages may name.
 * @type {WeakMap<object, Map<string, any>>}
 */
const found = new WeakMap();

/** @param {State} state @param {EraseSheet} sheet */
function describe(state, sheet) {
  for (const [id, one] of found.get(sheet) ?? []) {
    // A text whose speakers are unknown alone is not erased.
    if (!one.isAttendee && !one.meetings && !one.segments) continue;
    sheet.queue.push({ standup: id });
    sheet.lines.push(words.erase.standup(title(state.standups.get(id)?.standup.title ?? ''), one));
  }
}

/** @param {State} state @param {EraseSheet} sheet @returns {Effect[]} */
function ask(state, sheet) {
  sheet.step = 'ask';
  return [{ type: 'announce', text: sheet.lines.length ? words.erase.title(sheet.name) : words.erase.none(sheet.name) }];
}

/** @param {State} state @param {EraseSheet} sheet @returns {Effect[]} */
function next(state, sheet) {
  const [step] = sheet.queue;
  const as = { type: 'erase.erased', sheet, step };
  if (!step) {
    sheet.step = 'done';
    const text = sheet.failed.length ? words.erase.partly : words.erase.done(sheet.name);
    if (state.sheet !== sheet) return tell(text, sheet.failed.length > 0);
    return [{ type: 'announce', text }];
  }
  if ('standup' in step) return [command('standups.forgetPerson', { standup: step.standup, name: sheet.name, ...(step.after && { after: step.after }) }, as)];
  return ['focus' in step ? command('focus.forget', { person: step.focus }, as) : command('people.remove', { id: step.person }, as)];
}

/** @type {Handlers} */
export const handlers = {
  'erase.find'({ sheet }, { data }) {
    if (sheet?.kind !== 'erase' || sheet.step !== 'name') return [];
    Object.assign(sheet, { ...blank(data.name.trim()), step: 'find', problem: '', field: '' });
    found.set(sheet, new Map());
    return findStandups(sheet);
  },
  'erase.standups'(state, { sheet, reply, error }) {
    if (state.sheet !== sheet) return [];
    if (error) return stop(sheet, error.message);
    const all = found.get(sheet) ?? new Map();
    for (const one of reply.standups) {
      const sum = all.get(one.standup) ?? { isAttendee: false, meetings: 0, segments: 0, unattributed: 0 };
      sum.isAttendee ||= one.isAttendee;
      for (const name of ['meetings', 'segments', 'unattributed']) sum[name] += one[name];
      all.set(one.standup, sum);
    }
    if (reply.next) return findStandups(sheet, reply.next);
    describe(state, sheet);
    return [command('focus.items', { person: sheet.name, limit: 1 }, { type: 'erase.items', sheet })];
  },
  'erase.items'(state, { sheet, reply, error }) {
    if (state.sheet !== sheet) return [];
    if (error && !isSkipped(error)) return stop(sheet, error.message);
    if (error) return mayOperate(state) ? findPersons(sheet) : ask(state, sheet);
    return [command('focus.get', { person: sheet.name }, { type: 'erase.focus', sheet, items: reply.total ?? reply.items.length })];
  },
  'erase.focus'(state, { sheet, items, reply, error }) {
    if (state.sheet !== sheet) return [];
    if (error && !isSkipped(error)) return stop(sheet, error.message);
    if (items || reply?.isRunning || reply?.title) {
      sheet.queue.push({ focus: sheet.name });
      sheet.lines.push(words.erase.focus(items));
    }
    return mayOperate(state) ? findPersons(sheet) : ask(state, sheet);
  },
  'erase.persons'(state, { sheet, reply, error }) {
    if (state.sheet !== sheet) return [];
    if (error) return stop(sheet, error.message);
    for (const { id, name, email } of reply.people) {
      if (name.trim() !== sheet.name) continue;
      sheet.queue.push({ person: id });
      sheet.lines.push(words.erase.person(email ?? id.slice(0, 8)));
    }
    return reply.next ? findPersons(sheet, reply.next) : ask(state, sheet);
  },
  'erase.go'(state) {
    const { sheet } = state;
    if (sheet?.kind !== 'erase' || sheet.step !== 'ask') return [];
    sheet.step = 'erase';
    return next(state, sheet);
  },
  'erase.erased'(state, { sheet, step, reply, error }) {
    if (reply?.next) step.after = reply.next;
    else sheet.queue.shift();
    // If it was erased in the meantime, nothing failed. The others are erased in any case.
    if (error && error.code !== 'not_found') {
      const where = 'standup' in step ? title(state.standups.get(step.standup)?.standup.title ?? '') : 'focus' in step ? words.erase.itsFocus : words.people.info;
      sheet.failed.push(`${where}: ${error.message}`);
    }
    return next(state, sheet);
  },
  'erase.close'(state) {
    const { sheet, place } = state;
    state.sheet = null;
    // The place of a person who was removed is closed.
    const isGone = sheet?.kind === 'erase' && sheet.step === 'done' && place.kind === 'person' && !sheet.failed.length;
    return isGone ? up(state) : [];
  },
};

/** @param {State} state @param {Sheet} it @returns {Child} */
export function sheet(state, it) {
  const { step, name, lines, failed, queue, problem } = /** @type {EraseSheet} */ (it);
  if (step === 'name') {
    return form('erase', words.erase.nameTitle, [h('p', {}, words.erase.hint),
      field({ problem, field: problem && 'name' }, words.name, 'name', name, { required: true, maxlength: '1000' })],
    { .../** @type {EraseSheet} */ (it), field: 'name' }, words.erase.find, 'erase.find');
  }
  if (step === 'find' || step === 'erase') {
    return dialog('erase-wait', step === 'find' ? words.erase.nameTitle : words.erase.title(name), [
      h('p', { class: 'quiet', role: 'status' }, step === 'find' ? words.erase.finding : words.erase.erasing(queue.length)),
      h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
  }
  const list = (/** @type {string[]} */ all) => h('ul', { class: 'bullets' }, all.map((line, index) => h('li', { key: String(index) }, line)));
  if (step === 'done') {
    return dialog('erase-done', failed.length ? words.erase.partly : words.erase.done(name), [
      failed.length > 0 && list(failed), h('p', {}, words.erase.remains),
      h('div', { class: 'choices' }, button(w.close, { type: 'erase.close' }))], { type: 'erase.close' });
  }
  if (!lines.length) return dialog('erase-none', words.erase.none(name), [h('p', {}, words.erase.exact), h('div', { class: 'choices' }, button(w.close, dismiss))], dismiss);
  return question('erase-ask', words.erase.title(name), [list(lines), h('p', {}, words.erase.message)], [
    { label: words.erase.go, action: { type: 'erase.go' }, isDestructive: true }, { label: w.cancel, action: dismiss }], dismiss);
}
