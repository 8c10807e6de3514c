export { endPackage, findDeskPackage, refundPackage } from './desk.ts'
export { lowestPrice } from './offers.ts'
export { deferSession, holdBackSession, settleSession, takeSession } from './uses.ts'
