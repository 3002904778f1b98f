// The people in live meetings. Loaded at the start, because the lists of the gateways arrive before the part of the meeting is
// loaded. presence-view.js shows them; arrival.js and turn.js act for the person of the session.

/** Time after which the list of a gateway is out of date, in milliseconds. */
export const expiryMs = 45_000;

/** @type {Feature} */
export const feature = {
  parts: { turn: () => import('./turn.js') },
  background: 'turn',
  /** @returns {PresenceState & TurnState} */
  state: () => ({ present: new Map(), arrived: '', marked: null, calls: new Map(), badge: '' }),
  begin(state, { arrived = '' }) { state.arrived = arrived; },
  events: {
    'meeting.presence'(state, { gateway, people, more = 0 }, { subject }) {
      const lists = state.present.get(subject) ?? new Map();
      state.present.set(subject, lists);
      if (people.length) lists.set(gateway, { people, more, until: state.now + expiryMs });
      else lists.delete(gateway);
      return [{ type: 'after', ms: expiryMs, action: { type: 'presence.expired', meeting: subject } }];
    },
  },
  handlers: {
    'presence.expired'(state, { meeting }) {
      const lists = state.present.get(meeting);
      for (const [gateway, { until }] of lists ?? []) if (until <= state.now) lists?.delete(gateway);
      if (!lists?.size) state.present.delete(meeting);
    },
  },
  settle(state) {
    if (state.stream === 'lost') state.present.clear();
    return [];
  },
  refused: ({ badge }) => (badge ? [{ type: 'badge', isOn: false }] : []),
};
