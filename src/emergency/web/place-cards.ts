import { onDemand } from '#/kernel/web/on-demand.ts'

/** Loaded once there are entries, so that a first visit stays light. */
export const placeCards = onDemand(() => import('./PlaceCards.tsx'))
