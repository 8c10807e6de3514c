import type { Fact, GapReason, Trade } from '#/appointments/trade.ts'
import { type ClockTime, type Day, formatDay, type Weekday } from '#/kernel/time.ts'
import { weightText } from '#/pets/rules.ts'
import { isSeveral } from './plan.ts'
import type { Schedule, Service } from './rules.ts'
import { titleOf } from './text.ts'
import { daysText } from './words.ts'

export type SittingDetail = {
  requestId: string
  service: Service
  schedule: Schedule
  startDate: Day
  endDate: Day | null
  daysOfWeek: Weekday[]
  startTime: ClockTime
  endTime: ClockTime
  /** The appointment that carries the request until it is answered. */
  isAsking: boolean
  isAccepted: boolean
  hasEnded: boolean
  care: string | null
  /** For the sitter who accepted, and is paid if it's paid here. */
  place: string | null
  emergency: { name: string; phone: string }
  /** For all who are asked. */
  area: string | null
  /** It waits for the sitter's answer. */
  isOpen: boolean
  getsAlong: boolean | null
  /** In pounds, while it is requested or upcoming; null for none. */
  weights: { petId: string; pounds: number }[] | null
  /** The pauses of a repeat; null without one. */
  pauses: { id: string; startDate: Day; endDate: Day; by: 'owner' | 'sitter' }[] | null
  gaps: { day: Day; reason: GapReason }[] | null
}

const nouns: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'stay',
  'dog-walking': 'dog walk',
  'day-care': 'day care',
}

export const sittingTrade: Trade<SittingDetail, 'sitting'> = {
  name: 'sitting',
  provider: 'sitter',
  reasonLabel: 'Comment',
  isAsked: true,
  title: ({ detail }) => titleOf(detail.service),
  noun: ({ detail }) => nouns[detail.service],
  facts({ detail, pets, awaitsPayment }, side) {
    const { schedule, startDate, endDate, service, place, area, care, getsAlong, emergency } = detail
    const weights = pets.flatMap(({ id, name }) => {
      const known = detail.weights?.find(({ petId }) => petId === id)
      return known ? [`${name} ${weightText(known.pounds)}`] : []
    })
    const mayKnow = side === 'owner' || detail.isAccepted
    const mayDecide = mayKnow || detail.isOpen
    const isUnpaid = side === 'provider' && awaitsPayment
    const note = (text: string | false | null): Fact[] => (text ? [{ icon: 'note', text }] : [])
    const several =
      schedule === 'repeat-weekly'
        ? `Every ${daysText(detail.daysOfWeek)}${detail.hasEnded ? ', ended' : endDate ? `, until ${formatDay(endDate)}` : ''}`
        : service !== 'hostel-checkin' && endDate && endDate > startDate
          ? `Each day from ${formatDay(startDate)} to ${formatDay(endDate)}`
          : null
    return [
      ...note(several),
      ...note(mayDecide && area && `Area: ${area}`),
      ...note(mayKnow && !isUnpaid && place && `Place: ${place}`),
      ...note(weights.length > 0 && `Weight: ${weights.join(', ')}`),
      ...note(getsAlong !== null && `Gets along with other dogs: ${getsAlong ? 'yes' : 'no'}`),
      ...note(mayDecide && care && `Special care:${care.includes('\n') ? '\n' : ' '}${care}`),
      ...note(
        mayKnow &&
          isUnpaid &&
          'You’ll see the place, the emergency contact and how to reach the owner once it’s paid.',
      ),
      ...(side === 'provider' && detail.isAccepted && !isUnpaid
        ? [{ icon: 'phone' as const, text: `In an emergency: ${emergency.name}`, phone: emergency.phone }]
        : []),
    ]
  },
  series(detail) {
    const { requestId, service, schedule, isAccepted, hasEnded, pauses, gaps } = detail
    if (!isAccepted || !isSeveral(detail)) return null
    const repeats = schedule === 'repeat-weekly'
    const isWalks = service === 'dog-walking'
    const name = repeats ? (isWalks ? 'weekly walks' : 'weekly day care') : isWalks ? 'walks' : 'days'
    return {
      id: requestId,
      name,
      repeats,
      hasEnded,
      gaps: gaps ?? [],
      pauses: (pauses ?? []).map(({ by, ...pause }) => ({
        ...pause,
        by: by === 'owner' ? ('owner' as const) : ('provider' as const),
      })),
    }
  },
  bookingPath: (sitterId) => `/services/book-pet-sitter/form?sitter=${sitterId}`,
}
