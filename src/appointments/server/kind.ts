import { type Trades, tradeOf } from '#/appointments/trade.ts'
import type { AppointmentRow } from './queries.ts'

export type Kind = { provider: string; noun: string; title: string; bookingPath: string; isAsked: boolean }

export type NamedRow = AppointmentRow & { kind: Kind }

type Known = Pick<AppointmentRow, 'trade' | 'is_online' | 'detail' | 'provider_id'>

export function kindOf(
  trades: Trades,
  { trade: name, is_online: isOnline, detail, provider_id }: Known,
): Kind {
  const trade = tradeOf(trades, name)
  const facts = { isOnline, detail }
  return {
    provider: trade.provider,
    noun: trade.noun(facts),
    title: trade.title(facts),
    bookingPath: trade.bookingPath(provider_id),
    isAsked: trade.isAsked ?? false,
  }
}

export function named<Row extends AppointmentRow>(trades: Trades, row: Row): Row & { kind: Kind } {
  return { ...row, kind: kindOf(trades, row) }
}

/** Returns 'Bruno', 'Bruno and Coco' or 'Bruno, Coco and Milo'; null without pets. */
export function petNames({ pets }: Pick<AppointmentRow, 'pets'>): string | null {
  const names = pets.map(({ name }) => name)
  const last = names.pop()
  if (last === undefined) return null
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}
