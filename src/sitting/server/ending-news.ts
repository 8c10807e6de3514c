import {
  asSeenBy,
  calendarEventOf,
  named,
  petNames,
  selectForCalendars,
} from '#/appointments/server/index.ts'
import { asTrade } from '#/appointments/trade.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type Day, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import type { RequestEnded } from '#/sitting/events.ts'
import { type SittingDetail, sittingTrade } from '#/sitting/trade.ts'
import { moreForOwner } from './replacements.ts'

/** Notifies both sides once about everything that the end of a request cancelled. */
export const tellOfEnd = subscriber<RequestEnded>(
  'sitting.ended',
  'sitting.tell-of-end',
  async (work, { requestId }) => {
    const cancelled = await findCancelled(work, requestId)
    const row =
      cancelled[0] ?? (await selectOf(work, requestId).where('d.is_asking', '=', true).executeTakeFirst())
    const series = row && sittingTrade.series?.(row.detail as SittingDetail)
    if (!row || !series) return
    const isBySitter = row.ended_by === 'sitter'
    const title = `${upperFirst(series.name)} ${series.repeats ? 'ended' : 'cancelled'}`
    const days = daysText(cancelled.map(({ day }) => day))
    const wordsTo = (side: 'owner' | 'provider') => {
      const { provider_name: sitter, owner_name, ...seen } = asSeenBy(side, row)
      const owner = owner_name || 'A pet owner'
      const isOwn = isBySitter === (side === 'provider')
      const who = isOwn ? 'You' : side === 'owner' ? sitter : owner
      const withWhom = isOwn
        ? side === 'owner'
          ? ` with ${sitter}`
          : ` with ${owner_name || 'a pet owner'}`
        : ''
      const pets = petNames(seen)
      const what = `${pets ? `${pets}’s` : 'the'} ${series.name}${withWhom}`
      return `${who} ${series.repeats ? 'ended' : 'cancelled the rest of'} ${what}. ${days}`
    }
    const refunded = cancelled.reduce((sum, one) => sum + one.refunded, 0)
    const refund =
      refunded && `We’ll refund you ${formatMoney({ amount: refunded, currency: row.currency })}.`
    const actor = { userId: row.owner_user_id, records: { pet_owner: row.owner_id } }
    const more =
      cancelled.length > 0 &&
      (await moreForOwner({ ...work, actor }, { appointmentId: row.id, to: 'cancelled' }))
    const calendar = (side: 'owner' | 'provider') =>
      cancelled.map((one) => calendarEventOf(named([asTrade(sittingTrade)], one), side))
    const notice = {
      ...{ type: 'appointment_cancelled' as const, title, isPressing: true },
      source: `sitting.ended:${requestId}`,
      metadata: { appointment_id: row.id },
      causedBy: isBySitter ? row.provider_user_id : row.owner_user_id,
    }
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        message: [wordsTo('owner'), refund, more].filter(Boolean).join(' '),
        ...(cancelled.length > 0 && { calendar: calendar('owner') }),
        href: '/appointments?side=bookings&tab=past',
      },
      {
        ...notice,
        userId: row.provider_user_id,
        message: wordsTo('provider'),
        ...(cancelled.length > 0 && { calendar: calendar('provider') }),
        href: '/appointments?side=visits&tab=past',
      },
    )
  },
)

const selectOf = ({ db }: Pick<Work, 'db'>, requestId: string) =>
  selectForCalendars(db)
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .innerJoin('sitting_requests as r', 'r.id', 'd.request_id')
    .select(['d.day', 'r.ended_by'])
    .where('r.id', '=', requestId)

const findCancelled = (work: Pick<Work, 'db'>, requestId: string) =>
  selectOf(work, requestId).whereRef('a.cancelled_at', '=', 'r.ended_at').orderBy('d.day').execute()

function daysText(days: readonly Day[]): string {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return 'No upcoming days were planned.'
  return days.length === 1
    ? `One upcoming day was cancelled: ${formatDay(first)}.`
    : `${days.length} upcoming days were cancelled, from ${formatDay(first)} to ${formatDay(last)}.`
}
