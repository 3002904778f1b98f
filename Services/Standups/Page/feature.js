// Standups and their meetings: their places, and the modules that are loaded at the start.
import { enter as enterPlace, turnTo } from '../../Gateway/Page/navigate.js';
import { standupOf } from '../../Gateway/Page/state.js';
import * as stream from './events.js';
import * as list from './list.js';
import { liveOf } from './live.js';

/** @param {State} state @param {string} [key] of a form's draft */
function field({ drafts }, key = 'new') {
  const form = drafts.get(key);
  return form ? `field-${form.focus}` : '';
}

/** @type {Feature} */
export const feature = {
  parts: {
    detail: () => import('./detail.js'), form: () => import('./form-part.js'), live: () => import('./live-part.js'),
    past: () => import('./past.js'), pages: () => import('./pages.js'), listAlert: () => import('./alerts.js'),
    discarded: () => import('./discarded.js'),
  },
  places: {
    list: { path: '/', view: list.list },
    listAlert: { path: '/alert/dataFailedToLoad', alert: 'listAlert' },
    search: { path: '/search', hasQuery: true, part: 'past', focus: () => 'search' },
    new: { path: '/standups/new', part: 'form', isForm: true, focus: (state) => field(state) },
    standup: { path: '/standups/:standup', part: 'detail' },
    deleteStandup: { path: '/standups/:standup/alert/deleteStandup', under: 'standup', part: 'detail', alert: 'detail' },
    edit: {
      path: '/standups/:standup/edit', under: 'standup', part: 'form', isForm: true, focus: (state, place) => field(state, standupOf(place)),
    },
    discarded: { path: '/standups/:standup/discarded', under: 'standup', part: 'discarded' },
    meeting: { path: '/standups/:standup/meetings/:meeting', under: 'standup', part: 'past' },
    record: { path: '/standups/:standup/record', under: 'standup', part: 'live', isWide: true },
    recordAlert: {
      path: '/standups/:standup/record/alert/:alert', under: 'record', part: 'live', alert: 'live', isWide: true,
      forms: { alert: /^(speechAuthorization|speechDenied|speechRestricted|endMeeting|paused|speechFailed)$/ },
    },
  },
  background: 'pages',
  /** @returns {StandupsState} */
  state: () => ({
    standups: new Map(), live: new Map(), pages: new Map(), drafts: new Map(), lineups: new Map(), members: new Map(),
    updates: new Map(), writing: new Map(), discarded: null, correcting: null, pins: {}, showsArchived: false,
    listAlert: null, unreadable: [], isAnswering: false, starting: '', searchText: '', filterText: '', search: null,
  }),
  handlers: { ...stream.handlers, ...list.handlers },
  events: stream.events,
  snapshot: stream.snapshot,
  following: stream.following,
  begin(state, { drafts = [], writing = [], pins = '' }) {
    state.pins = list.stored(pins);
    for (const [key, form] of drafts) state.drafts.set(key, { ...form, isSaving: false });
    for (const [key, form] of writing) state.writing.set(key, { ...form, isSaving: false });
  },
  settle(state) {
    const { place } = state;
    if (place.kind === 'record' || place.kind === 'recordAlert') {
      const { standup } = place;
      const alert = liveOf(state, standup)?.alert;
      return turnTo(state, alert ? { kind: 'recordAlert', standup, alert: alert.name } : { kind: 'record', standup });
    }
    if (place.kind === 'list' || place.kind === 'listAlert') return turnTo(state,
      { kind: state.listAlert ? 'listAlert' : 'list' });
    return place.kind === 'edit' && !state.drafts.has(place.standup) && state.standups.has(place.standup)
      ? enterPlace(state, place) : [];
  },
};
