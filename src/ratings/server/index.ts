export { listDeskRatings, removeRating } from './desk.ts'
export { type Removal, removing, showRemovals } from './removals.ts'
