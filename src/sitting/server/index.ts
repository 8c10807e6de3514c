export { findDeskCards } from './card/show.ts'
