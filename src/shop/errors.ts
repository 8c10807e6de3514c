import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const shopErrors = {
  'shop.gstin_wrong': 'invalid',
  'shop.bank_incomplete': 'invalid',
  'shop.other_search': 'malformed',
} as const satisfies ErrorKinds
export const refuse = refuser(shopErrors)
