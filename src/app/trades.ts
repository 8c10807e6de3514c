import { asTrade, type Trades } from '#/appointments/trade.ts'
import { sittingTrade } from '#/sitting/trade.ts'
import { stylingTrade } from '#/styling/trade.ts'
import { trainingTrade } from '#/training/trade.ts'
import { veterinaryTrade } from '#/veterinary/trade.ts'

/** The trades that take appointments. */
export const trades: Trades = [
  asTrade(veterinaryTrade),
  asTrade(stylingTrade),
  asTrade(trainingTrade),
  asTrade(sittingTrade),
]
