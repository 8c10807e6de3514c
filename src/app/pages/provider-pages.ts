import type { Trade } from '#/booking/trades.ts'

/** The pages on which providers with a calendar keep it, and what their trade calls them. */
export const providerPages: readonly {
  path: string
  trade: Trade
  words: { provider: string; title: string }
}[] = [
  { path: '/profile/veterinary', trade: 'veterinary', words: { provider: 'veterinarian', title: 'Doctor' } },
  { path: '/profile/pet-trainer', trade: 'training', words: { provider: 'trainer', title: 'Trainer' } },
  { path: '/profile/pet-stylist', trade: 'styling', words: { provider: 'stylist', title: 'Stylist' } },
]
