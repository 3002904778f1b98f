// Persons, teams, and the tokens of programs: their places, loaded at the start.

/** @type {Feature} */
export const feature = {
  parts: { people: () => import('./part.js'), tokens: () => import('./tokens.js') },
  places: {
    people: { path: '/people', part: 'people', title: 'People', link: 'admin' },
    person: { path: '/people/:person', under: 'people', part: 'people' },
    teams: { path: '/teams', part: 'people', title: 'Teams', link: 'member' },
    team: {
      path: '/teams/:team', under: 'teams', part: 'people', forms: { team: /^[a-z][a-z0-9-]{0,31}$/i },
    },
    tokens: { path: '/tokens', part: 'tokens', title: 'Tokens', link: 'admin' },
  },
  /** @returns {PeopleState} */
  state: () => ({ people: { search: '' } }),
};
