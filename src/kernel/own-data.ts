/** The browser's cache of the logged-in person's answers for when there is no network. */
export const ownDataCache = 'pawfolk-own-data'
