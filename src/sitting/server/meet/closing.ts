import type { AccountClosing, AccountSuspended } from '#/accounts/events.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { PersonBlocked } from '#/messaging/events.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { type MeetRow, selectMeets } from './find.ts'
import { writeMeet } from './move.ts'

/** Cancels somebody's meetings ahead, as if they had done it, so that the other side hears of it. */
async function endMeetsOf(
  work: Work,
  userId: string,
  isMeant: (row: MeetRow) => boolean = () => true,
): Promise<void> {
  const { db } = work
  const rows = await selectMeets(db)
    .where('m.status', 'in', ['asked', 'agreed'])
    .where((eb) =>
      eb.or([
        eb('m.pet_owner_id', 'in', eb.selectFrom('pet_owners').select('id').where('user_id', '=', userId)),
        eb('m.sitter_id', 'in', eb.selectFrom('pet_sitters').select('id').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('m.id')
    .forNoKeyUpdate(['m'])
    .execute()
  for (const row of rows) {
    if (!isMeant(row)) continue
    const side = row.owner_user_id === userId ? 'owner' : 'sitter'
    await writeMeet(work, row, side, { status: 'cancelled', ended_by: side })
  }
}

const endForLeaver = subscriber<AccountClosing>(
  'accounts.closing',
  'sitting.end-meets-of-leaver',
  (work, { userId }) => endMeetsOf(work, userId),
)

const endForSuspended = subscriber<AccountSuspended>(
  'accounts.suspended',
  'sitting.end-meets-of-suspended',
  (work, { userId }) => endMeetsOf(work, userId),
)

const endForSuspendedSitter = subscriber<VerificationChanged>(
  'verification.changed',
  'sitting.end-meets-of-suspended-sitter',
  async (work, { record, recordId, userId, to }) => {
    if (record === 'pet_sitter' && (to === 'suspended' || to === 'rejected'))
      await endMeetsOf(work, userId, (row) => row.sitter_id === recordId)
  },
)

/** The blocked person isn't told about the block, only that the meeting is off. */
const endForBlocker = subscriber<PersonBlocked>(
  'messaging.person_blocked',
  'sitting.end-meets-of-blocker',
  (work, { blockerId, blockedId }) =>
    endMeetsOf(work, blockerId, (row) => [row.owner_user_id, row.sitter_user_id].includes(blockedId)),
)

export const meetClosing: Subscriber[] = [endForLeaver, endForSuspended, endForSuspendedSitter, endForBlocker]
