export { endPackage, findDeskPackage, refundPackage } from './desk.ts'
export { deferSession, holdBackSession, settleSession, takeSession } from './uses.ts'
