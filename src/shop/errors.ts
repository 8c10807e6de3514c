import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const shopErrors = {
  'shop.gstin_wrong': 'invalid',
  'shop.bank_incomplete': 'invalid',
  'shop.other_search': 'malformed',
  'shop.out_of_stock': 'conflict',
  'shop.no_more': 'conflict',
  'shop.cart_full': 'invalid',
} as const satisfies ErrorKinds
export const refuse = refuser(shopErrors)
