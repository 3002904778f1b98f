// The visitor's own consent to the recognition of their voice, shown with the recording setting of a standup.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { button, problem } from '../../Gateway/Page/view-parts.js';
import { section } from '../../Gateway/Page/view-rows.js';
import { duration, moment } from '../../Gateway/Page/words.js';
import { words } from './voice-words.js';

/**
 * Reads the consent; only a person has one.
 * @param {State} state @returns {Effect[]}
 */
export const readVoice = ({ me }) => (me?.person ? [command('people.voice', {}, { type: 'voice.read' })] : []);

/** @type {Handlers} */
export const voiceHandlers = {
  'voice.read'({ people }, { reply, error }) {
    people.voice = { it: reply ?? people.voice?.it, problem: error?.message };
  },
  'voice.set'({ people }, { agrees }) {
    if (!people.voice?.it || people.voice.isBusy) return [];
    people.voice = { it: people.voice.it, isBusy: true };
    return [command(agrees ? 'people.agreeToVoice' : 'people.withdrawVoice', {}, { type: 'voice.done', agrees })];
  },
  'voice.done'({ people }, { reply, error, agrees }) {
    people.voice = { it: reply ?? people.voice?.it, problem: error?.message };
    return reply ? tell(agrees ? words.agreed : words.gone) : [];
  },
};

/**
 * Shows what the person agrees to, with a switch.
 * @param {State} state @returns {Child}
 */
export function voice({ me, people }) {
  if (!me?.person || !people.voice) return null;
  const { it, isBusy } = people.voice;
  const agrees = !!it?.agreedAt;
  const facts = it?.agreedAt && [words.since(moment(it.agreedAt)), it.hasPrint ? words.print(duration(it.learnedMs)) : words.none,
    it.lastUsedAt && words.used(moment(it.lastUsedAt))].filter(Boolean).join(' ');
  return [
    problem(people.voice.problem),
    it && section(words.title, [
      h('p', { class: 'row', id: 'voice-hint', key: 'hint' }, words.hint, ' ', words.end),
      button(h('span', { class: 'grow' }, words.label), { type: 'voice.set', agrees: !agrees },
        { class: 'row switch', key: 'voice', role: 'switch', 'aria-checked': String(agrees), 'aria-describedby': 'voice-hint', disabled: !!isBusy }),
      facts && h('p', { class: 'row quiet small', key: 'facts' }, facts),
    ]),
  ];
}
