export { deferSession, holdBackSession, settleSession, takeSession } from './uses.ts'
