import type { SlotTrade } from '#/booking/trades.ts'

/** The calendar page of each trade, and its providers' name. */
export const providerPages: Readonly<Record<SlotTrade, { path: string; provider: string }>> = {
  veterinary: { path: '/profile/veterinary', provider: 'veterinarian' },
  training: { path: '/profile/pet-trainer', provider: 'trainer' },
  styling: { path: '/profile/pet-stylist', provider: 'stylist' },
}
