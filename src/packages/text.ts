import { notPayableText } from '#/kernel/not-payable.ts'
import type { packagesErrors } from './errors.ts'
import { offersLimit, purchasesAnHour, unpaidLimit } from './rules.ts'

export const packagesText: Readonly<Record<keyof typeof packagesErrors, string>> = {
  'packages.not_for_sale': 'This package isn’t on sale any more. Please choose another one.',
  'packages.own_offer': 'This is your own package. You can’t buy it.',
  'packages.no_owner_profile': 'Could not find your pet owner profile. Please contact support.',
  'packages.offer_changed':
    'The trainer has changed this package. Please check the new price and terms before you buy it.',
  'packages.no_open_day':
    'The trainer has no open day before this package would expire. Please choose another one, or try again when they’re back.',
  'packages.too_many_unpaid': `You have ${unpaidLimit} unpaid packages. Please pay for one of them first, or wait until they lapse.`,
  'packages.not_payable': notPayableText,
  'packages.too_many_offers': `You have ${offersLimit} packages on sale. Please withdraw one first.`,
  'packages.too_often': `You can start ${purchasesAnHour.max} purchases an hour. Please try again later.`,
  'packages.too_dear':
    'That’s more than the sessions cost one by one. Please enter a lower price, or fewer sessions.',
  'packages.too_cheap': 'Each session must cost at least ₹1. Please enter a higher price.',
  'packages.no_rate': 'Please set your hourly rate in your profile first.',
  'packages.withdrawn': 'This package is no longer on sale. Put it back on sale before you change it.',
  'packages.none_left': 'There’s no session left in this package.',
  'packages.not_active': 'This package can’t be used any more.',
  'packages.other_length': 'Sessions in this package have another length. Please choose another end time.',
  'packages.other_type': 'This package is for another type of session.',
  'packages.disputed':
    'You disputed the payment for this package with your bank, so it can’t be used until the bank decides.',
  'packages.not_covered':
    'Your bank took back part of what you paid for this package, and what’s left doesn’t cover another session. You can book without the package.',
  'packages.not_returnable': 'This package can’t be returned any more. If something went wrong, write to us.',
  'packages.has_bookings': 'Please cancel the sessions you’ve booked with this package first.',
  'packages.sessions_booked':
    'Sessions are still booked with this package. Refund everything once they’re cancelled, or refund less and end the package.',
  'packages.refund_changed': 'The refund has changed in the meantime. Please check it and try again.',
}
