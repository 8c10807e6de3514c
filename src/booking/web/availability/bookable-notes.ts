import type { OwnCalendar } from '#/booking/availability-contract.ts'
import { isBySession, recordOfTrade, type SlotTrade } from '#/booking/trades.ts'
import { formatDay } from '#/kernel/time.ts'
import { type StandingNote, useStanding } from '#/verification/web/index.ts'
import { useCalendars } from './calendars.ts'

const toHours = { label: 'Go to Availability', to: '?tab=availability' }

/** Returns what a listed provider should know besides being listed. Those booked by session have usual hours until they set some. */
export function bookableNotes({ trade, hasHours, hasPlace, awayUntil }: OwnCalendar): StandingNote[] {
  return [
    ...(hasHours || isBySession(trade)
      ? []
      : [
          {
            text: 'You have no hours, so there are no times to book.',
            isBar: true,
            label: 'Set your hours',
            to: '?tab=availability',
          },
        ]),
    ...(awayUntil
      ? [
          {
            text: `You’re on holiday until ${formatDay(awayUntil)}. Owners can book later times.`,
            ...toHours,
          },
        ]
      : []),
    ...(hasPlace
      ? []
      : [
          {
            text: 'You haven’t named a place, so owners who search near them see you last.',
            label: 'Add your place',
            field: 'location',
          },
        ]),
  ]
}

/** Returns these for the signed-in person's calendar in a trade; none while it loads, or before owners can find them. */
export function useBookableNotes(trade: SlotTrade): StandingNote[] {
  const { data: standing } = useStanding(recordOfTrade[trade])
  const calendar = useCalendars(standing?.isListed ?? false).data?.calendars.find(
    (own) => own.trade === trade,
  )
  return calendar ? bookableNotes(calendar) : []
}
