// Words of webhooks, loaded with them.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Webhooks.words', {
  hint: 'A webhook posts events to another tool, such as a chat.', none: 'No webhooks',
  add: 'Add webhook', url: 'Address', team: 'Team', allTeams: 'All teams', types: 'Events',
    typesHint: 'Types or families, separated by spaces, such as “meeting.finished standup”. Default: all.',
  format: 'Format', formats: /** @type {[string, string][]} */ ([['binary', 'CloudEvent (binary)'], ['structured', 'CloudEvent (structured)'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']]),
  secret: 'Secret (optional)', secretHint: 'Signs the requests: 16 to 512 bytes. For Matrix, the access token. It is never shown again.',
  states: { active: 'Active', failing: 'Failing', paused: 'Paused' }, all: 'All events',
    delivered: n((count) => `${count.toLocaleString('en')} delivered since the service started`), behind: n((count) => `${plural(count, 'event')} waiting`),
  failing: (/** @type {string} */ since, /** @type {number} */ count) => `Failing since ${since} (${plural(count, 'attempt')}).`,
  next: t((moment) => `Next attempt: ${moment}.`), test: 'Test', testOf: t((url) => `Test ${url}`), testing: 'Waiting…', pause: 'Pause',
    pauseOf: t((url) => `Pause ${url}`), resume: 'Resume', resumeOf: t((url) => `Resume ${url}`), remove: 'Remove', removeOf: t((url) => `Remove ${url}`),
  edit: 'Edit', editOf: t((url) => `Edit ${url}`), editTitle: 'Edit webhook', save: 'Save', standup: 'Standup', allStandups: 'All standups',
    newSecret: 'New secret', newSecretHint: '16 to 512 bytes. If it is empty, the present secret is kept.',
  removeTitle: 'Remove this webhook?', removeMessage: t((url) => `No more events are posted to ${url}. Events that are waiting are not posted.`),
  accepted: (/** @type {number | undefined} */ status, /** @type {number} */ ms) => `The test was accepted (${status}, ${ms} ms).`,
    refused: t((why) => `The test failed: ${why}`),
});
