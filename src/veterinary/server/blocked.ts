import type { AppointmentRow } from './queries.ts'

type Side = 'owner' | 'vet'

/**
 * The appointment as one of its sides may read it: whoever has blocked the other is spared what the other wrote since, and
 * knows them and their pet by the names of before. What happened is not hidden. A vet's name is one that the desk has verified.
 */
export function asSeenBy<Row extends AppointmentRow>(side: Side, row: Row): Row {
  const since = blockedSince(side, row)
  if (!since) return row
  const isLater = (at: Date | null) => at !== null && at >= since
  const isTheirs = row.status === 'declined' ? side === 'owner' : row.cancelled_by === otherOf[side]
  const seen = { ...row, ...(isTheirs && isLater(row.closed_at) && { closing_reason: null }) }
  if (side === 'owner') return isLater(row.replied_at) ? { ...seen, reply: null } : seen
  return {
    ...seen,
    owner_name: row.owner_known_name ?? row.owner_name,
    pet_name: row.pet_name && (row.pet_known_name ?? row.pet_name),
    ...(isLater(row.rating_written_at) && { feedback: null }),
  }
}

const otherOf = { owner: 'provider', vet: 'owner' } as const

/** Since when this side takes nothing from the other; null while it does. */
export function blockedSince(
  side: Side,
  row: Pick<AppointmentRow, 'owner_blocked_at' | 'vet_blocked_at'>,
): Date | null {
  return side === 'vet' ? row.vet_blocked_at : row.owner_blocked_at
}
