export { listDeskRatings, removeRating } from './rating-desk.ts'
