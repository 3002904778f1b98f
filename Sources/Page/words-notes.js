// The words of what people have to come back to, which come with the standup and its meeting.
import { t } from './words.js';

export const words = {
  title: 'Follow-ups', done: 'Done', doneLabel: t((text) => `Done: ${text}`), isDone: 'done',
    label: 'Write down a note', whose: 'Whose note it is', speaker: 'Current speaker', add: 'Note',
    last: 'Note the speaker’s last words',
};
