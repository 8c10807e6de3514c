export { findOwnPet } from './queries.ts'
