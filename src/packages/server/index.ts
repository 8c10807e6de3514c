export { endPackage, findDeskPackage } from './desk.ts'
export { deferSession, holdBackSession, settleSession, takeSession } from './uses.ts'
