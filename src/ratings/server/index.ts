export { listDeskRatings, removeRating } from './desk.ts'
