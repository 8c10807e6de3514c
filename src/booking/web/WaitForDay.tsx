import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bookingText, waitText } from '#/booking/text.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import type { Wait } from '#/booking/waiting.ts'
import type { Day } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { booking } from './availability/booking.ts'
import css from './WaitForDay.module.css'

type Props = {
  provider: { trade: SlotTrade; providerId: string }
  day: Day
  /** Called if the day turned out to have a free slot. */
  onFree(): void
}

const texts = { ...bookingText, ...waitText }

/** Joins or leaves the waitlist of a fully booked day. */
export function WaitForDay({ provider, day, onFree }: Props) {
  const client = useQueryClient()
  const query = booking.query.waits.queryOptions({ input: provider })
  const waits = useQuery(query)
  const own = waits.data?.days.find((wait) => wait.day === day)
  const remember = (change: (days: Wait[]) => Wait[]) => {
    // A running request may return the previous state.
    void client.cancelQueries({ queryKey: query.queryKey })
    client.setQueryData(query.queryKey, (known) => ({ days: change(known?.days ?? []) }))
  }
  const others = (days: Wait[]) => days.filter((wait) => wait.day !== day)
  const failed = (error: Error) => toast({ kind: 'error', title: 'Error', message: errorText(error, texts) })

  const ask = useWrite(booking.call.wait, {
    onSuccess: (wait) => remember((days) => [...others(days), wait]),
    onError(error) {
      failed(error)
      if (errorCode(error) === 'booking.not_full') onFree()
    },
  })
  const stop = useWrite(booking.call.stopWaiting, {
    onSuccess: () => remember(others),
    onError(error) {
      // The wait has ended, or was cancelled in another tab.
      if (errorCode(error) === 'request.not_found') remember(others)
      else failed(error)
    },
  })

  return (
    <div className={css.wait} data-loading={waits.isPending || undefined}>
      <p role="status">
        {own && 'We’ll tell you when a time on this day is free. It’s first come, first served.'}
      </p>
      <Button
        variant={own ? 'default' : 'light'}
        onClick={() => (own ? stop.mutate({ id: own.id }) : ask.mutate({ ...provider, day }))}
      >
        {own ? 'No longer tell me' : 'Tell me when a time is free'}
      </Button>
    </div>
  )
}
