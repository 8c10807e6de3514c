export const kinds = ['clinic', 'helpline', 'shelter', 'ambulance'] as const
export type PlaceKind = (typeof kinds)[number]

/** Kinds that can be for the whole country, without a city. */
export const isForAll = (kind: PlaceKind): boolean => kind === 'helpline' || kind === 'ambulance'

/** Animals that an entry can name. An entry without any takes in every animal, as far as we know. */
export const placeSpecies = ['Dogs', 'Cats', 'Birds', 'Rabbits', 'Farm animals', 'Wild animals'] as const

/** Characters of each text. */
export const longest = { name: 120, city: 80, address: 200, hours: 200, note: 200, email: 254 } as const

/** Emergency numbers can be as short as 1962. */
export const fewestDigits = 3

/** In kilometres. Help farther away helps nobody in an emergency. */
export const searchRadius = 60
