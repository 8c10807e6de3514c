export { answerMessage, listDesk, readMessage } from './desk.ts'
export { answerTicket, closeForUser } from './handle-ticket.ts'
export { readTicket } from './show-ticket.ts'
