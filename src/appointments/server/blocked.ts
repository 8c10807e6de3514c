import type { AppointmentRow } from './queries.ts'

export type BookedSide = 'owner' | 'provider'

/**
 * Returns the appointment as one side may read it. A side that has blocked the other doesn't see later texts from them,
 * and sees them and their pets under their old names. Events aren't hidden.
 */
export function asSeenBy<Row extends AppointmentRow>(side: BookedSide, row: Row): Row {
  const since = blockedSince(side, row)
  if (!since) return row
  const isLater = (at: Date | null) => at !== null && at >= since
  const isTheirs = row.status === 'declined' ? side === 'owner' : row.cancelled_by === otherOf[side]
  const seen = { ...row, ...(isTheirs && isLater(row.closed_at) && { closing_reason: null }) }
  if (side === 'owner')
    return {
      ...seen,
      ...(isLater(row.replied_at) && { reply: null }),
      ...(isLater(row.proposed_at) && { proposal_note: null }),
    }
  return {
    ...seen,
    owner_name: row.owner_known_name ?? row.owner_name,
    pets: row.pets.map((pet) => ({ ...pet, name: pet.knownName ?? pet.name })),
    ...(isLater(row.rating_written_at) && { feedback: null }),
  }
}

const otherOf = { owner: 'provider', provider: 'owner' } as const

export function blockedSince(
  side: BookedSide,
  row: Pick<AppointmentRow, 'owner_blocked_at' | 'provider_blocked_at'>,
): Date | null {
  return side === 'provider' ? row.provider_blocked_at : row.owner_blocked_at
}
