import type { SlotTrade } from '#/booking/trades.ts'

/** Each trade's calendar page, and the name of its providers. */
export const providerPages: Readonly<Record<SlotTrade, { path: string; provider: string }>> = {
  veterinary: { path: '/profile/veterinary', provider: 'veterinarian' },
  training: { path: '/profile/pet-trainer', provider: 'trainer' },
  styling: { path: '/profile/pet-stylist', provider: 'stylist' },
}
