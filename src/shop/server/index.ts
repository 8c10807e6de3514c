export { findDeskOrder } from './orders/desk.ts'
