import type { Trade } from '#/booking/trades.ts'

/** Where providers with a calendar keep it, and what they are called. */
export const providerPages: Readonly<Record<Trade, { path: string; provider: string }>> = {
  veterinary: { path: '/profile/veterinary', provider: 'veterinarian' },
  training: { path: '/profile/pet-trainer', provider: 'trainer' },
  styling: { path: '/profile/pet-stylist', provider: 'stylist' },
}
