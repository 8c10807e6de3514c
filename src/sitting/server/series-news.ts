import { cardPathFor } from '#/appointments/card-path.ts'
import {
  asSeenBy,
  calendarEventOf,
  named,
  petNames,
  selectForCalendars,
} from '#/appointments/server/index.ts'
import { asTrade, type Series } from '#/appointments/trade.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type Day, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import type { RequestEnded, RequestPaused, RequestResumed } from '#/sitting/events.ts'
import { type SittingDetail, sittingTrade } from '#/sitting/trade.ts'
import { leftTexts, rangeText } from '#/sitting/words.ts'
import { moreForOwner } from './replacements.ts'

/** Notifies both sides once about everything that the end of a request cancelled. */
export const tellOfEnd = subscriber<RequestEnded>(
  'sitting.ended',
  'sitting.tell-of-end',
  async (work, { requestId, refund }) => {
    const ended = await findSeries(work, requestId)
    if (!ended?.endedBy) return
    const { series } = ended
    const cancelled = await findCancelled(work, requestId, ended.endedAt!)
    await tellOfCancelled(work, ended, {
      cancelled,
      refund,
      by: ended.endedBy,
      title: `${upperFirst(series.name)} ${series.repeats ? 'ended' : 'cancelled'}`,
      verb: series.repeats ? 'ended' : 'cancelled the rest of',
      none: 'No upcoming days were planned.',
      type: 'appointment_cancelled',
      source: `sitting.ended:${requestId}`,
    })
  },
)

/** Notifies both sides once about a pause and everything that it cancelled. */
export const tellOfPause = subscriber<RequestPaused>(
  'sitting.paused',
  'sitting.tell-of-pause',
  async (work, { pauseId, refund }) => {
    const pause = await findPause(work, pauseId)
    const paused = pause && (await findSeries(work, pause.request_id))
    if (!paused) return
    const cancelled = await findCancelled(work, pause.request_id, pause.created_at)
    await tellOfCancelled(work, paused, {
      cancelled,
      refund,
      by: pause.made_by,
      title: `${upperFirst(paused.series.name)} paused`,
      verb: 'paused',
      range: ` ${rangeText(pause.start_date, pause.end_date)}`,
      none: 'Nothing was planned then yet.',
      type: cancelled.length > 0 ? 'appointment_cancelled' : 'sitting_changed',
      source: `sitting.paused:${pauseId}`,
    })
  },
)

/** Notifies both sides once about a pause that was ended early: which days are back, and which aren't. */
export const tellOfResume = subscriber<RequestResumed>(
  'sitting.resumed',
  'sitting.tell-of-resume',
  async (work, { pauseId, made, left }) => {
    const pause = await findPause(work, pauseId)
    const resumed = pause && (await findSeries(work, pause.request_id))
    if (!resumed) return
    const { row, series } = resumed
    const back =
      made.length === 0
        ? 'None of the paused days could be booked again.'
        : `Booked again: ${list.format(made.map((day) => formatDay(day)))}.`
    const wordsTo = (side: 'owner' | 'provider') =>
      [
        `${whoseText(resumed, side, pause.made_by, 'resumed')}.`,
        made.length + left.length > 0 && back,
        ...leftTexts(left, side === 'owner' ? row.provider_name : null),
      ]
        .filter(Boolean)
        .join(' ')
    const notice = {
      type: 'sitting_changed' as const,
      title: `${upperFirst(series.name)} resumed`,
      source: `sitting.resumed:${pauseId}`,
      metadata: { appointment_id: row.id },
      causedBy: pause.made_by === 'sitter' ? row.provider_user_id : row.owner_user_id,
    }
    await notify(
      work,
      {
        ...notice,
        userId: row.owner_user_id,
        message: wordsTo('owner'),
        href: cardPathFor('owner', 'upcoming', row.id),
      },
      {
        ...notice,
        userId: row.provider_user_id,
        message: wordsTo('provider'),
        href: cardPathFor('provider', 'upcoming', row.id),
      },
    )
  },
)

type Found = NonNullable<Awaited<ReturnType<typeof findSeries>>>
type By = 'owner' | 'sitter'

type Cancelling = {
  cancelled: Awaited<ReturnType<typeof findCancelled>>
  refund: number
  by: By
  title: string
  verb: string
  range?: string
  /** The text if nothing was cancelled. */
  none: string
  type: 'appointment_cancelled' | 'sitting_changed'
  source: string
}

async function tellOfCancelled(
  work: Work,
  found: Found,
  { cancelled, refund, by, title, verb, range = '', none, type, source }: Cancelling,
): Promise<void> {
  const { row } = found
  const days = cancelledText(cancelled.map(({ day }) => day)) ?? none
  const wordsTo = (side: 'owner' | 'provider') => `${whoseText(found, side, by, verb)}${range}. ${days}`
  const back = refund > 0 && `We’ll refund you ${formatMoney({ amount: refund, currency: row.currency })}.`
  const about = cancelled[0] ?? row
  const actor = { userId: row.owner_user_id, records: { pet_owner: row.owner_id } }
  const more =
    cancelled.length > 0 &&
    (await moreForOwner({ ...work, actor }, { appointmentId: about.id, to: 'cancelled' }))
  const calendar = (side: 'owner' | 'provider') =>
    cancelled.length > 0 && {
      // Mail programs apply the first automatically, and only the request's own day was sent as an invitation.
      calendar: cancelled
        .toSorted((a, b) => Number(b.is_asking) - Number(a.is_asking))
        .map((one) => calendarEventOf(named([asTrade(sittingTrade)], one), side)),
    }
  const notice = {
    type,
    title,
    source,
    isPressing: cancelled.length > 0,
    ...(cancelled.length > 0 && { dueAt: firstOf(cancelled.map(({ starts_at }) => starts_at)) }),
    metadata: { appointment_id: about.id },
    causedBy: by === 'sitter' ? row.provider_user_id : row.owner_user_id,
  }
  await notify(
    work,
    {
      ...notice,
      userId: row.owner_user_id,
      message: [wordsTo('owner'), back, more].filter(Boolean).join(' '),
      ...calendar('owner'),
      href: cardPathFor('owner', 'past', about.id),
    },
    {
      ...notice,
      userId: row.provider_user_id,
      message: wordsTo('provider'),
      ...calendar('provider'),
      href: cardPathFor('provider', 'past', about.id),
    },
  )
}

const firstOf = (instants: Date[]) => new Date(Math.min(...instants.map((instant) => instant.getTime())))

/** Returns 'You ended Bruno’s weekly walks with Om Prakash' to the side that did. */
function whoseText({ row, series }: Found, side: 'owner' | 'provider', by: By, verb: string): string {
  const { provider_name: sitter, owner_name, ...seen } = asSeenBy(side, row)
  const isOwn = (by === 'sitter') === (side === 'provider')
  const other = side === 'owner' ? sitter : owner_name || (isOwn ? 'a pet owner' : 'A pet owner')
  const pets = petNames(seen)
  const what = `${pets ? `${pets}’s` : 'the'} ${series.name}`
  return isOwn ? `You ${verb} ${what} with ${other}` : `${other} ${verb} ${what}`
}

/** Finds a request's first appointment and the series it belongs to. */
async function findSeries(
  work: Pick<Work, 'db'>,
  requestId: string,
): Promise<
  { row: Row; series: Series; endedBy: 'owner' | 'sitter' | null; endedAt: Date | null } | undefined
> {
  const row = await selectOf(work, requestId).where('d.is_asking', '=', true).executeTakeFirst()
  const series = row && sittingTrade.series?.(row.detail as SittingDetail)
  return row && series ? { row, series, endedBy: row.ended_by, endedAt: row.ended_at } : undefined
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOf>['executeTakeFirst']>>>

const selectOf = ({ db }: Pick<Work, 'db'>, requestId: string) =>
  selectForCalendars(db)
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .innerJoin('sitting_requests as r', 'r.id', 'd.request_id')
    .select(['d.day', 'd.is_asking', 'r.ended_by', 'r.ended_at'])
    .where('r.id', '=', requestId)

/** Finds the appointments of a request that were cancelled at one moment. */
const findCancelled = (work: Pick<Work, 'db'>, requestId: string, at: Date) =>
  selectOf(work, requestId).where('a.cancelled_at', '=', at).orderBy('d.day').execute()

const findPause = ({ db }: Pick<Work, 'db'>, id: string) =>
  db.selectFrom('sitting_pauses').selectAll().where('id', '=', id).executeTakeFirst()

const list = new Intl.ListFormat('en')

function cancelledText(days: readonly Day[]): string | null {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return null
  return days.length === 1
    ? `One upcoming day was cancelled: ${formatDay(first)}.`
    : `${days.length} upcoming days were cancelled, from ${formatDay(first)} to ${formatDay(last)}.`
}
