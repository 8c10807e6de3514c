import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const shopErrors = {
  'shop.gstin_wrong': 'invalid',
  'shop.bank_incomplete': 'invalid',
  'shop.other_search': 'malformed',
  'shop.out_of_stock': 'conflict',
  'shop.no_more': 'conflict',
  'shop.cart_full': 'invalid',
  'shop.order_problems': 'conflict',
  'shop.nothing_to_order': 'conflict',
  'shop.checkout_over': 'conflict',
  'shop.no_cash': 'conflict',
  'shop.order_moved': 'conflict',
  'shop.cancel_whole_order': 'conflict',
  'shop.no_return': 'conflict',
} as const satisfies ErrorKinds
export const refuse = refuser(shopErrors)
