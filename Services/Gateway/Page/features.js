// List of the features, in the order of the links at the foot of the list of standups.
import { titles, translate } from './language.js';
import { features } from './parts.js';
import { feature as cells } from '../../Cells/Page/feature.js';
import { feature as focus } from '../../Focus/Page/feature.js';
import { feature as history } from '../../History/Page/feature.js';
import { feature as people } from '../../People/Page/feature.js';
import { feature as router } from '../../Router/Page/feature.js';
import { feature as schedule } from '../../Schedule/Page/feature.js';
import { feature as presence } from '../../Standups/Page/presence.js';
import { feature as standups } from '../../Standups/Page/feature.js';
import { feature as transcription } from '../../Transcription/Page/feature.js';
import { feature as webhooks } from '../../Webhooks/Page/feature.js';

/**
 * The page's own parts.
 * @type {Feature}
 */
const gateway = {
  parts: { entry: () => import('./entry.js'), sheets: () => import('./sheets.js'), sessions: () => import('./sessions.js'),
    offline: () => import('./offline.js') },
  places: { sessions: { path: '/sessions', part: 'sessions', title: 'Logins', link: 'operator' } },
  // The sessions of an ended session are forgotten.
  state: () => ({ sessions: undefined }),
};

/** Makes the features known to all modules, with the titles of their places in the language; called once, before any other function of the page. */
export function register() {
  features.push(standups, history, focus, people, webhooks, gateway, router, transcription, schedule, cells, presence);
  for (const { places } of features) translate(places ?? {}, titles);
}
