// Retention of a team's transcripts, shown with the team.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { problem, value } from '../../Gateway/Page/view-parts.js';
import { section } from '../../Gateway/Page/view-rows.js';
import { moment } from '../../Gateway/Page/words.js';
import { words } from './words.js';

const { retention: texts } = words;

/** Periods to choose from, in days. */
const periods = [7, 14, 30, 60, 90, 180, 365, 730];

export const readRetention = () => command('standups.retention', {}, { type: 'retention.read' });

/** @param {string} team @param {number} [days] @param {number | null} [before] period to which the change can be undone; null for that of the installation */
const set = (team, days, before) => command('standups.setRetention', { team, ...(days && { days }) }, { type: 'retention.changed', before });

/** @param {People} people @param {string} team */
const of = ({ retention }, team) => retention?.teams.find((each) => each.team === team);

/** @type {Handlers} */
export const retentionHandlers = {
  'retention.read'({ people }, { reply, error }) {
    if (reply) people.retention = reply;
    people.retentionProblem = error?.message;
  },
  'retention.set'({ people }, { team, days }) {
    return [set(team, days, of(people, team)?.days ?? null)];
  },
  'retention.undo'(state, { team, days }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'retention.undo' || offer.action.team !== team);
    return [set(team, days)];
  },
  'retention.changed'({ people }, { reply, error, before }) {
    // The choice is shown again as it is saved.
    if (error) return [...tell(error.message, true), readRetention()];
    if (people.retention) {
      const others = people.retention.teams.filter(({ team }) => team !== reply.team);
      people.retention = { ...people.retention, teams: reply.days ? [...others, reply] : others };
    }
    if (before === undefined) return [{ type: 'announce', text: texts.undone }];
    const offer = { label: texts.undo, action: { type: 'retention.undo', team: reply.team, days: before ?? undefined } };
    return [{ type: 'act', action: { type: 'notice', text: texts.saved, offer } }];
  },
};

/**
 * Shows for how long a team's transcripts are retained.
 * @param {State} state @param {string} team @param {boolean} may true if the visitor manages the team @returns {Child}
 */
export function retention({ people, now }, team, may) {
  const { retention: known, retentionProblem } = people;
  if (!known) return problem(retentionProblem);
  const own = of(people, team);
  const usual = known.days ? texts.usual(known.days) : texts.always;
  const text = (/** @type {number | undefined} */ days) => (days ? texts.days(days) : usual);
  const chosen = String(own?.days ?? '');
  const choices = [...new Set([...periods.filter((days) => days < (known.days ?? Infinity)), ...(own?.days ? [own.days] : [])])].sort((a, b) => a - b);
  const isPending = own?.fromMs !== undefined && own.fromMs > now;
  return section(texts.title, [
    h('label', { class: 'row' }, h('span', { class: 'grow' }, texts.label), may
      ? h('select', { id: 'retention', class: 'short', value: chosen, change: (event) => ({ type: 'retention.set', team, days: Number(value(event)) || undefined }) },
        h('option', { key: '', value: '' }, usual), choices.map((days) => h('option', { key: String(days), value: String(days) }, texts.days(days))))
      : h('span', { class: 'quiet' }, text(own?.days))),
    isPending && h('p', { key: 'pending', class: 'row quiet', role: 'status' },
      texts.pending(moment(new Date(/** @type {number} */ (own.fromMs)).toISOString()), text(own.before))),
    h('p', { key: 'hint', class: 'row quiet small' }, texts.hint),
  ]);
}
