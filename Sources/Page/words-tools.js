// The words of the tools, which come with them.
import { n, plural } from './words.js';

/** @param {number} us */
export const micros = (us) => (us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1000).toFixed(1)} ms`
  : `${(us / 1e6).toFixed(2)} s`);

export const words = {
  ok: 'All is well', degraded: 'Something needs a person',
  since: 'Running since', parked: 'Waiting commands', letters: 'Dead letters', denied: 'Denied',
  refused: 'Refused connections', unbound: 'Unbound messages', latest: 'Latest commands',
  instance: 'Instance', state: 'State', work: 'Under way', answers: 'Answers', asks: 'Tells', from: 'From',
  message: 'Message', leads: 'Leads to', events: 'Events', ignored: 'left alone',
  noLetters: 'No dead letters', replay: 'Deliver again', drop: 'Drop', replayAll: 'Deliver all again',
  dropAll: 'Drop all', dropTitle: 'Drop all dead letters?',
  dropMessage: 'They will be forgotten, and cannot be delivered any more.',
  attempts: n((count) => plural(count, 'attempt')), picture: 'Each service, what it tells, and what that leads to',
  forgotten: 'Not remembered any more', table: 'As a table',
  delivered: n((count) => `${plural(count, 'letter')} gone.`), instances: n((count) => plural(count, 'instance')),
};
