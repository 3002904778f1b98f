// Recording: the place of a standup's recording setting, and the state of this browser's
// microphone.

/** @type {Feature} */
export const feature = {
  parts: { settings: () => import('./part.js'), microphone: () => import('./elsewhere.js') },
  background: 'microphone',
  places: { settings: { path: '/standups/:standup/settings', under: 'standup', part: 'settings' } },
  /** @returns {TranscriptionState} */
  state: () => ({ settings: new Map(), mic: { state: 'off', meeting: '' } }),
  handlers: {
    // Audio that was kept is sent after a reload of the page, regardless of the place.
    mic(state, { meeting, ...mic }) {
      if (!state.mic.meeting || state.mic.meeting === meeting) state.mic = { ...state.mic, meeting, ...mic };
    },
  },
  events: {
    'standup.recordingDecided'(state, { decision }, { subject }) {
      state.settings.set(subject, { status: decision });
    },
  },
  refused: ({ mic: { meeting } }) => (meeting ? [{ type: 'microphone', do: 'stop', meeting }] : []),
};
