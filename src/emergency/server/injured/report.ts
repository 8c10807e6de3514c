import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { isCodeUnsent, isPhoneProof } from '#/accounts/server/index.ts'
import { refuse } from '#/emergency/errors.ts'
import { injuredLimits } from '#/emergency/injured.ts'
import type { InjuredReportInput, Rescuer, SentReport } from '#/emergency/injured-contract.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { readPicture } from '#/kernel/server/files/pictures.ts'
import { networkOf, regionOf } from '#/kernel/server/http/client-address.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { textsGoOut } from '#/kernel/server/sms.ts'
import type { Actor, Work } from '#/kernel/server/work.ts'
import { mailOperator, mailRescuer } from './mails.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { hashOf, newToken } from './tokens.ts'

type Reporting = Work & { config: Config; visitor: Actor | null; address: string }

/**
 * Stores the report and mails it to the nearest rescuers. Sending it again, however late, returns the first one.
 * @throws emergency.phone_not_confirmed, emergency.too_many_reports, request.too_many
 */
export async function reportInjured(work: Reporting, input: InjuredReportInput): Promise<SentReport> {
  const { db, now, visitor, config, address } = work
  const followHash = hashOf(input.followToken)
  const userId = visitor?.userId ?? null
  // One at a time, so that two concurrent reports can't both be the last one allowed.
  await sql`select pg_advisory_xact_lock(hashtext(${`injured ${userId ?? input.phone}`}))`.execute(db)
  const earlier = await db
    .selectFrom('injured_reports')
    .select('id')
    .where('follow_hash', '=', followHash)
    .executeTakeFirst()
  if (earlier) return { sentTo: await rescuersOf(db, earlier.id) }

  const proof = { phoneNumber: input.phone, proof: input.phoneProof ?? '' }
  const isConfirmed = isPhoneProof(config.AUTH_SECRET, proof, now)
  // If no code can be sent, the number stays unconfirmed: the animal still needs help.
  const canConfirm =
    !isConfirmed && textsGoOut(config) && !(await isCodeUnsent(db, config.AUTH_SECRET, input.phone))
  if (canConfirm && !userId) refuse('emergency.phone_not_confirmed')
  if (config.RATE_LIMITS) await expectRoom(db, { userId, phone: input.phone, isConfirmed, now })

  const id = newId<'injured_report'>()
  const { animal, severity, place, city, position, note, phone } = input
  await db
    .insertInto('injured_reports')
    .values({
      id,
      user_id: userId,
      follow_hash: followHash,
      animal,
      severity,
      place,
      city,
      note,
      phone,
      latitude: position?.lat.toFixed(5) ?? null,
      longitude: position?.lon.toFixed(5) ?? null,
      phone_confirmed: isConfirmed,
      photo: input.photo ? await redrawn(input.photo) : null,
      created_at: now,
    })
    .execute()
  if (config.RATE_LIMITS && !isConfirmed) await countUnconfirmed(db, { address, canConfirm })
  // One after another, so that reports at once can't all get a rescuer's last mail.
  await sql`select pg_advisory_xact_lock(hashtext('injured mails'))`.execute(db)
  // Without texts there are no confirmed reports to keep room for.
  const room = isConfirmed || !textsGoOut(config) ? 'confirmed' : 'unconfirmed'
  const recipients = await findRecipients(db, { position, city, now, room: canConfirm ? 'confirmed' : room })
  // A code lets the report reach all of them, so throwaway accounts can't keep others' reports from a rescuer nearby.
  if (canConfirm && recipients.some(({ hasShare }) => !hasShare)) refuse('emergency.phone_not_confirmed')
  const report = { ...input, id, isPhoneConfirmed: isConfirmed }
  for (const recipient of recipients) {
    const token = await addNotice(work, report, recipient)
    const sentTo = recipients.length
    await mailRescuer(work, { report, recipient, token, sentTo, product: config.PRODUCT_NAME })
  }
  if (recipients.length === 0) {
    const all = await findRecipients(db, { position, city, now, room: 'any' })
    await mailOperator(work, config, { report, room, hasRescuers: all.length > 0 })
  }
  return { sentTo: recipients.map(({ name, phone }) => ({ name, phone })) }
}

async function expectRoom(
  db: Db,
  {
    userId,
    phone,
    isConfirmed,
    now,
  }: { userId: string | null; phone: string; isConfirmed: boolean; now: Date },
): Promise<void> {
  const { count } = await db
    .selectFrom('injured_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', new Date(now.getTime() - DAY))
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    // Strangers with an account, or without a code, could otherwise use up the reports of a number.
    .$if(userId === null, (query) =>
      query
        .where('phone', '=', phone)
        .where('user_id', 'is', null)
        .where('phone_confirmed', '=', isConfirmed),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) >= injuredLimits.perPerson) refuse('emergency.too_many_reports', { retryAfter: 86_400 })
}

/**
 * Counts in the report's transaction, so that a refused one doesn't count. Reports with a confirmed number aren't
 * counted: nobody behind a shared address can keep its other people from reporting.
 */
async function countUnconfirmed(
  db: Db,
  { address, canConfirm }: { address: string; canConfirm: boolean },
): Promise<void> {
  const max = canConfirm ? injuredLimits.perNetworkUnconfirmed : injuredLimits.perNetworkWithoutCodes
  const rule = { max, windowSeconds: 3600, slides: true }
  // Without codes, a tenant with 65,536 IPv6 networks could send from each.
  const origin = !canConfirm && isIPv6(address) ? regionOf(address) : networkOf(address)
  const { allowed, retryAfter } = await consumeAttempt(db, `injured unconfirmed:${origin}`, rule)
  if (allowed) return
  if (canConfirm) refuse('emergency.phone_not_confirmed')
  refuseRequest('request.too_many', { retryAfter })
}

async function addNotice(
  { db, now }: Pick<Work, 'db' | 'now'>,
  report: { id: string; isPhoneConfirmed: boolean },
  { id, name, phone }: Recipient,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('injured_notices')
    .values({
      id: newId(),
      report_id: report.id,
      place_id: id,
      name,
      phone,
      token_hash: hashOf(token),
      phone_confirmed: report.isPhoneConfirmed,
      created_at: now,
    })
    .execute()
  return token
}

async function redrawn(photo: string): Promise<string> {
  const { webp } = await readPicture(new Blob([Buffer.from(photo, 'base64')]))
  return `data:image/webp;base64,${webp.toString('base64')}`
}

export function rescuersOf(db: Db, reportId: string): Promise<Rescuer[]> {
  return db
    .selectFrom('injured_notices')
    .select(['name', 'phone'])
    .where('report_id', '=', reportId)
    .orderBy('id')
    .execute()
}
