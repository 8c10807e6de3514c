import type { RatingPart } from '#/ratings/desk.ts'
import { type Removal, removeRating } from '#/ratings/server/index.ts'
import { keepReview, removeReview } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Wanted = { id: string; part: RatingPart; reason: string }

export const removeRatingAtDesk = (work: AdminWork, wanted: Wanted) =>
  removeAtDesk(work, wanted, { kind: 'rating', remove: removeRating })

export const removeReviewAtDesk = (work: AdminWork, wanted: Wanted) =>
  removeAtDesk(work, wanted, { kind: 'review', remove: removeReview })

export async function keepReviewAtDesk(work: AdminWork, { id, reason }: { id: string; reason: string }) {
  await keepReview(work, id)
  await writeDown(work, {
    action: 'review.kept',
    subject: { kind: 'review', id },
    reason,
    before: { complaints: 'open' },
    after: { complaints: 'closed' },
  })
}

type Kind = { kind: 'rating' | 'review'; remove: (work: AdminWork, removal: Removal) => Promise<void> }

/** The log line has the reason, but not the removed text: texts are deleted with their person, and the log stays. */
async function removeAtDesk(work: AdminWork, { id, part, reason }: Wanted, { kind, remove }: Kind) {
  await remove(work, { id, part, reason, adminId: work.admin.adminId })
  await writeDown(work, {
    action: part === 'rating' ? `${kind}.removed` : `${kind}.reply_removed`,
    subject: { kind, id },
    reason,
    before: { removed: false },
    after: { removed: true },
  })
}
