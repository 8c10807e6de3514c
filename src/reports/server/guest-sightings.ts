import { isPhoneProof } from '#/accounts/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { Position } from '#/location/rules.ts'
import { refuse } from '#/reports/errors.ts'
import type { EntryAdded } from '#/reports/events.ts'
import { guestLimits } from '#/reports/rules.ts'
import { addEntry, expectNoLinks, hasBlocked, idOfPicture, lockActive } from './entries.ts'
import { findUserOfPhone, guestKey } from './guests.ts'
import { findReport } from './queries.ts'
import { expectSeen } from './seen.ts'

type Input = {
  id: string
  seenAt: Date
  place: string
  position?: Position | null | undefined
  direction: string | null
  text: string | null
  phone: string
  phoneProof: string
  photo?: Blob | null | undefined
}

/**
 * Adds a sighting by somebody without an account, who has confirmed a phone number by a code.
 * @throws reports.not_active, reports.phone_not_confirmed, reports.closed_to_me, reports.guest_wrote_enough, reports.no_links,
 * reports.seen_…
 */
export async function sightAsGuest(work: Serving, input: Input): Promise<void> {
  const { db, now, announce, config, keepPicture } = work
  const { id: reportId, phone, phoneProof, photo, seenAt, place, position, direction, text } = input
  const report = (await findReport(db, null, reportId)) ?? refuseRequest('request.not_found')
  if (!isPhoneProof(config.AUTH_SECRET, { phoneNumber: phone, proof: phoneProof }, now))
    refuse('reports.phone_not_confirmed')
  expectNoLinks({ text, place, direction })
  expectSeen(seenAt, now)
  const guest = guestKey(config.AUTH_SECRET, phone)
  if (config.RATE_LIMITS) await countSighting(work, guest)
  await lockActive(db, reportId)
  // Logging out must not get around a block or a suspension.
  const account = await findUserOfPhone(db, phone)
  if (account && (account.suspended_at || (await hasBlocked(db, report.user_id, account.id))))
    refuse('reports.closed_to_me')
  const entryId = await addEntry(db, {
    reportId,
    userId: null,
    kind: 'sighting',
    text,
    seenAt,
    place,
    direction,
    position: position ?? null,
    guestPhone: phone,
    // Every file belongs to somebody.
    photoId: photo ? idOfPicture(await keepPicture(photo, report.user_id)) : null,
    now,
  })
  await announce<EntryAdded>('reports.entry_added', { entryId, guest })
}

/** Counts in the sighting's transaction, so that a refused one doesn't count. */
async function countSighting({ db }: Serving, guest: string): Promise<void> {
  const rule = { max: guestLimits.perPhone, windowSeconds: 86_400, slides: true }
  const { allowed, retryAfter } = await consumeAttempt(db, `pet sightings of ${guest}`, rule)
  if (!allowed) refuse('reports.guest_wrote_enough', { retryAfter })
}
