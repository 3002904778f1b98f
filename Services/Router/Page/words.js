// Words of the operators’ tools, loaded with them.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural } from '../../Gateway/Page/words.js';

/** @param {number} us */
export const micros = (us) => (us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1000).toFixed(1)} ms`
  : `${(us / 1e6).toFixed(2)} s`);

export const words = inLanguage('Router.words', {
  about: { health: 'Problems, latest commands and their traces', services: 'Connected services and the messages that they accept',
    bindings: 'Messages and the commands to which they lead', 'dead-letters': 'Messages that could not be delivered' },
  ok: 'All is well', degraded: 'Something needs your attention',
  since: 'Running since', parked: 'Waiting messages', letters: 'Dead letters', denied: 'Denied messages',
  refused: 'Refused connections', unbound: 'Unbound messages', latest: 'Latest commands',
  instance: 'Instance', state: 'State', work: 'In progress', answers: 'Accepts', asks: 'Emits', from: 'From',
  message: 'Message', leads: 'Leads to', events: 'Events', ignored: 'ignored',
  noLetters: 'No dead letters', replay: 'Redeliver', drop: 'Drop', replayAll: 'Redeliver all',
  dropAll: 'Drop all', dropTitle: 'Drop all dead letters?',
  dropMessage: 'They will be deleted and cannot be redelivered.',
  attempts: n((count) => plural(count, 'attempt')), picture: 'Each service, the messages it emits, and what they lead to',
  forgotten: 'No longer in memory', table: 'Show as a table',
  delivered: n((count) => `${plural(count, 'dead letter')} removed from the queue.`), instances: n((count) => plural(count, 'instance')),
});
