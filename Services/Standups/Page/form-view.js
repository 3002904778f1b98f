// Form of a standup.
import { h } from '../../Gateway/Page/dom.js';
import { locale } from '../../Gateway/Page/language.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, empty, problem, value } from '../../Gateway/Page/view-parts.js';
import { head, icon, section } from '../../Gateway/Page/view-rows.js';
import { duration, w } from '../../Gateway/Page/words.js';
import { draftKey, isTouched, isUnspoken, maxMinutes, minutes, nearest, spoken } from './form.js';
import { languageName, weighty, words } from './words-later.js';

export const themes = ['bubblegum', 'buttercup', 'indigo', 'lavender', 'magenta', 'navy', 'orange', 'oxblood',
  'periwinkle', 'poppy', 'purple', 'seafoam', 'sky', 'tan', 'teal', 'yellow'];

/** Choices of the time between the warning and the end of a turn, in milliseconds. */
const warnings = [0, 5_000, 10_000, 15_000, 30_000, 60_000];

/** Choices of the length of an attendee's turn, relative to the others. */
const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * True if Enter was pressed, which then has no other effect. An Enter with which an input method confirms its text does
 * not count.
 * @param {Event} event
 */
function isEnter(event) {
  const { key, isComposing } = /** @type {KeyboardEvent} */ (event);
  if (key !== 'Enter' || isComposing) return false;
  event.preventDefault();
  return true;
}

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function form(state, place, depth) {
  const draft = state.drafts.get(draftKey(place));
  const parent = /** @type {Place} */ (place.kind === 'edit' ? { kind: 'standup', standup: place.standup }
    : { kind: 'list' });
  if (!draft || !mayChange(state)) return [head(depth, mayChange(state) ? w.notFound : words.form.edit, parent),
    empty(mayChange(state) ? words.detail.isGone : words.form.observer)];
  const whole = draft.durationMs / 60_000;
  return h('form', { submit: (event) => { event.preventDefault(); return { type: 'form.save' }; },
    keydown: (event) => (/** @type {KeyboardEvent} */ (event).key === 'Escape' && !isTouched(draft)
    ? { type: 'form.cancel' } : null) },
    h('div', { class: 'head' },
      button(w.cancel, { type: 'form.cancel' }, { class: 'plain' }),
        h('h1', { id: `heading-${depth}`, tabindex: '-1' }, draft.base ? words.form.edit : words.form.new),
      h('button', { id: 'save', class: 'primary', disabled: draft.isSaving || !!draft.theirs },
        draft.isSaving ? words.form.saving : words.form.save)),
    problem(draft.problem),
    draft.theirs && conflict(draft, draft.theirs),
    section('', [
      h('label', { class: 'row' }, h('span', {}, words.form.title),
        h('input', { id: 'field-title', value: draft.title, maxlength: '1000', autocomplete: 'off',
        input: (event) => ({ type: 'form.set', field: 'title', value: value(event) }) })),
      h('div', { class: 'row' }, h('label', { for: 'field-length' }, words.form.length),
        h('input', { type: 'range', id: 'field-length', min: String(minutes.least), max: String(minutes.most),
          value: String(nearest(draft.durationMs)), 'aria-valuetext': duration(draft.durationMs),
          input: (event) => ({ type: 'form.set', field: 'minutes', value: value(event) }) }),
        h('input', { type: 'number', id: 'field-minutes', 'aria-label': words.form.minutesLabel, min: '1',
          max: String(maxMinutes), step: 'any', value: draft.minutesText ?? String(Math.round(whole * 100) / 100),
          input: (event) => ({ type: 'form.minutes', text: value(event) }),
          blur: { type: 'form.minutes', text: null } }), h('span', { 'aria-hidden': 'true' }, words.form.min)),
      h('label', { class: 'row' }, h('span', {}, words.form.warning),
        h('select', { id: 'field-warning', value: String(draft.warnMs),
          change: (event) => ({ type: 'form.set', field: 'warnMs', value: Number(value(event)) }) },
        (warnings.includes(draft.warnMs) ? warnings : [...warnings, draft.warnMs]).map((ms) =>
          h('option', { key: String(ms), value: String(ms) }, warning(ms))))),
      h('label', { class: 'row' }, h('span', {}, words.form.overtime),
        h('input', { id: 'field-over', type: 'checkbox', checked: draft.mayRunOver,
          change: (event) => ({ type: 'form.set', field: 'mayRunOver',
            value: /** @type {HTMLInputElement} */ (event.target).checked }) }), words.form.over),
      language(draft),
      h('fieldset', { class: 'row themes' }, h('legend', {}, words.form.theme),
        themes.map((theme) => h('label',
        { key: theme, class: 'themed swatch', 'data-theme': theme, title: words.themes[theme] },
        h('input', { type: 'radio', name: 'theme', value: theme, checked: draft.theme === theme,
          'aria-label': words.themes[theme], change: { type: 'form.set', field: 'theme', value: theme } })))),
    ]),
    section(words.form.attendees, [
      draft.attendees.map((attendee, index) => h('div', { class: 'row wraps', key: attendee.id },
        h('input', { id: `field-${attendee.id}`, value: attendee.name, maxlength: '1000', autocomplete: 'off',
          placeholder: words.form.attendee(index + 1), 'aria-label': words.form.attendee(index + 1),
          input: (event) => ({ type: 'form.name', id: attendee.id, name: value(event) }),
          keydown: (event) => (isEnter(event) ? { type: 'form.enter', id: attendee.id } : null) }),
        h('select', { id: `weight-${attendee.id}`, value: String(attendee.weight ?? 1), title: words.form.weight,
          'aria-label': words.form.weightOf(index + 1),
          change: (event) => ({ type: 'form.weight', id: attendee.id, weight: Number(value(event)) }) },
        weights.map((weight) => h('option', { key: String(weight), value: String(weight) }, `${weight}×`))),
        button(icon('minus'), { type: 'form.remove', id: attendee.id },
          { class: 'round small destructive',
          'aria-label': words.form.remove(index + 1) }),
        link(state, draft, attendee, index))),
      button([icon('plus'), words.form.add], { type: 'form.add' }, { class: 'row action', id: 'add-attendee' }),
    ]));
}

/**
 * Shows the choice of the person who is an attendee. A standup that is not saved yet has no team, and so no members.
 * @param {State} state @param {Draft} draft @param {DraftAttendee} attendee @param {number} index @returns {Child}
 */
function link(state, { base }, { id, person = '' }, index) {
  if (!base) return null;
  const members = state.members.get(base.team ?? 'default');
  const names = new Map(members?.map((each) => [each.person, each.name]));
  const label = words.form.personOf(index + 1);
  const ids = [...names.keys()].sort((one, other) => (names.get(one) ?? '').localeCompare(names.get(other) ?? '', locale));
  // The person may have left the team.
  if (person && !names.has(person)) ids.push(person);
  return h('select', { id: `person-${id}`, class: 'whole small', value: person, title: words.form.person, 'aria-label': label,
    change: (event) => ({ type: 'form.person', id, person: value(event), name: names.get(value(event)) ?? '' }) },
  h('option', { key: '', value: '' }, words.form.noPerson),
  ids.map((each) => h('option', { key: each, value: each }, names.get(each) ?? (members ? words.form.formerMember : w.loading))));
}

/**
 * Shows the values of another person next to those entered here.
 * @param {Draft} draft @param {NonNullable<Draft['theirs']>} theirs
 */
const conflict = (draft, { standup, fields }) => h('div', { class: 'conflict', role: 'alert' },
  h('p', {}, h('strong', {}, words.form.conflict)),
  h('dl', {}, fields.map((field) => [h('dt', {}, words.form.fields[field]),
    h('dd', {}, words.form.theirsIs, shown(standup, field)), h('dd', {}, words.form.mineIs, shown(draft, field))])),
  button(words.form.mine, { type: 'form.decide', isMine: true }), ' ',
    button(words.form.theirs, { type: 'form.decide', isMine: false }));

/**
 * Shows the choice of the language. It has its place before the languages are known, so that nothing moves when they come.
 * @param {Draft} draft @returns {Child}
 */
function language(draft) {
  const tags = spoken(draft);
  const usual = draft.spoken?.standard;
  return [h('label', { class: 'row' }, h('span', {}, words.form.language),
    h('select', { id: 'field-language', value: draft.language, disabled: tags.length < 2,
      change: (event) => ({ type: 'form.set', field: 'language', value: value(event) }) },
    tags.map((tag) => h('option', { key: tag, value: tag },
      tag ? languageName(tag) : usual ? words.form.usualIs(languageName(usual)) : words.form.usual)))),
  isUnspoken(draft) && h('p', { class: 'pad quiet', role: 'status' }, words.form.unspoken)];
}

/** @param {number} ms */
const warning = (ms) => (ms ? words.form.before(duration(ms)) : words.form.noWarning);

/** @param {any} from @param {string} field @returns {string} */
function shown(from, field) {
  const it = from[field];
  if (field === 'attendees') return it.map(weighty).join(', ');
  if (field === 'mayRunOver') return it ? words.form.allowed : words.form.notAllowed;
  if (field === 'language') return it ? languageName(it) : words.form.usual;
  if (field === 'warnMs') return warning(it ?? 0);
  return field === 'durationMs' ? duration(it) : field === 'theme' ? words.themes[it] : it;
}
