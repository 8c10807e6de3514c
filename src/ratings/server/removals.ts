import type { RatingPart } from '#/ratings/desk.ts'

type Row = {
  removed_at: Date | null
  removal_reason: string | null
  remover_name: string | null
  reply_removed_at: Date | null
  reply_removal_reason: string | null
  reply_remover_name: string | null
}

/** Returns who removed a rating and its answer, when and why. */
export const showRemovals = (row: Row) => ({
  removed: row.removed_at && {
    at: row.removed_at,
    by: row.remover_name ?? '',
    reason: row.removal_reason!,
  },
  replyRemoved: row.reply_removed_at && {
    at: row.reply_removed_at,
    by: row.reply_remover_name ?? '',
    reason: row.reply_removal_reason!,
  },
})

export type Removal = { id: string; part: RatingPart; reason: string; adminId: string }

/** Returns the columns to set. */
export const removing = ({ part, reason, adminId }: Removal, now: Date) =>
  part === 'rating'
    ? { removed_at: now, removed_by: adminId, removal_reason: reason }
    : { reply_removed_at: now, reply_removed_by: adminId, reply_removal_reason: reason }
