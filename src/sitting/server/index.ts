export { findDeskCards } from './card/show.ts'
export { listMeetsOf } from './meet/desk.ts'
