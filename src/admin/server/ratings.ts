import type { RatingPart } from '#/ratings/desk.ts'
import { removeRating } from '#/ratings/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

/** The log line has the reason, but not the removed text: texts are deleted with their person, and the log stays. */
export async function removeRatingAtDesk(
  work: AdminWork,
  { id, part, reason }: { id: string; part: RatingPart; reason: string },
): Promise<void> {
  await removeRating(work, { id, part, reason, adminId: work.admin.adminId })
  await writeDown(work, {
    action: part === 'rating' ? 'rating.removed' : 'rating.reply_removed',
    subject: { kind: 'rating', id },
    reason,
    before: { removed: false },
    after: { removed: true },
  })
}
