import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const packagesErrors = {
  'packages.not_for_sale': 'not_found',
  'packages.own_offer': 'invalid',
  'packages.no_owner_profile': 'forbidden',
  'packages.offer_changed': 'conflict',
  'packages.no_open_day': 'conflict',
  'packages.too_many_unpaid': 'conflict',
  'packages.not_payable': 'conflict',
  'packages.too_many_offers': 'conflict',
  'packages.too_often': 'too_many',
  'packages.too_dear': 'invalid',
  'packages.too_cheap': 'invalid',
  'packages.no_rate': 'conflict',
  'packages.withdrawn': 'conflict',
  'packages.none_left': 'conflict',
  'packages.not_active': 'conflict',
  'packages.other_length': 'invalid',
  'packages.other_type': 'invalid',
  'packages.disputed': 'conflict',
  'packages.not_covered': 'conflict',
  'packages.not_returnable': 'conflict',
  'packages.has_bookings': 'conflict',
  'packages.refund_changed': 'conflict',
  'packages.sessions_booked': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(packagesErrors)
