export type CardStarted = { name: 'sitting.card_started'; data: { visitId: string } }

export type CardSent = { name: 'sitting.card_sent'; data: { visitId: string } }

/** Announced when either side ends a repeat or cancels the rest of several days. */
export type RequestEnded = { name: 'sitting.ended'; data: { requestId: string } }
