/** Says on a profile, and in a report's copy of it, that the provider comes to owners' homes. */
export const homeVisits = { term: 'Visits', text: 'Comes to your home' } as const
