export const kinds = ['clinic', 'helpline', 'shelter', 'ambulance'] as const
export type PlaceKind = (typeof kinds)[number]

/** Characters of each text. */
export const longest = { name: 120, city: 80, address: 200, hours: 200, note: 200, email: 254 } as const

/** In kilometres. Help farther away helps nobody in an emergency. */
export const searchRadius = 60
