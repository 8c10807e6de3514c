/** The trades that keep a calendar of hours. */
export const trades = ['veterinary', 'training', 'styling'] as const

export type Trade = (typeof trades)[number]
