// Words of follow-ups, loaded with a standup and its meeting.
import { t } from '../../Gateway/Page/words.js';

export const words = {
  title: 'Follow-ups', done: 'Done', doneLabel: t((text) => `Done: ${text}`), isDone: 'done',
    label: 'New follow-up', whose: 'Follow-up for', speaker: 'Current speaker', add: 'Add',
    last: 'Add the speaker’s last words',
};
