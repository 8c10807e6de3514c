export type CardStarted = { name: 'sitting.card_started'; data: { visitId: string } }

export type CardSent = { name: 'sitting.card_sent'; data: { visitId: string } }
