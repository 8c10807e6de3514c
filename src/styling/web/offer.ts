import type { Offer, TradeWords } from '#/appointments/web/index.ts'
import type { Stylist } from '#/styling/contract.ts'
import { stylingTrade } from '#/styling/trade.ts'

export const stylistWords: TradeWords = {
  provider: 'stylist',
  providers: 'pet stylists',
  title: 'Stylist',
  short: 'stylist',
  called: 'stylist',
  ...(stylingTrade.holiday && { holiday: stylingTrade.holiday }),
  onlyInPerson: true,
  inPerson: 'styling appointment',
  online: 'styling appointment',
  onlineOne: 'a styling appointment',
  meetAt: (place) =>
    place ? `Bring your pet to the stylist in ${place}.` : 'You and the stylist agree on a place.',
  meetOnline: '',
}

/** Returns what a stylist offers. */
export function offerOf({ id, name, location, comesToOwner, timeZone, hourlyRate }: Stylist): Offer {
  return {
    trade: 'styling',
    providerId: id,
    words: stylistWords,
    name,
    timeZone,
    phoneNumber: null,
    price: hourlyRate,
    isHourly: true,
    ...(stylingTrade.priceIsEstimate && { priceIsEstimate: true }),
    place: location ?? '',
    comesToOwner,
    ways: [],
    refundPolicy: 'standard',
    terms: () => [],
  }
}
