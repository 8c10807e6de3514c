import { useState } from 'react'
import type { Availability, OutsideBooking } from '#/booking/availability-contract.ts'
import { availabilityText } from '#/booking/text.ts'
import type { Trade } from '#/booking/trades.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { availabilityOf, rememberAvailability } from './booking.ts'

export type Change = { trade: Trade; knownOutside?: string[] }
export type Call<Input> = (input: Input, options: { context: { key: string } }) => Promise<Availability>

/** Bookings that a change would leave outside the hours, with the change, until the provider decides. */
export type Outside<Input> = { input: Input; bookings: OutsideBooking[] }

type Options<Input> = {
  told?: string
  onSaved?: (input: Input, availability: Availability) => void
  /** Called with the current state if it was changed elsewhere. */
  onStale?: (now: Availability | undefined) => void
}

/**
 * Saves a change of the calendar. If it would leave bookings outside, keeps it with them until the provider confirms or
 * drops it.
 */
export function useSave<Input extends Change>(call: Call<Input>, { told, onSaved, onStale }: Options<Input>) {
  const [outside, setOutside] = useState<Outside<Input> | null>(null)
  const [failure, setFailure] = useState('')
  const write = useWrite(call, {
    onSuccess(availability, input) {
      rememberAvailability(input.trade, availability)
      setOutside(null)
      setFailure('')
      if (told) toast({ kind: 'success', message: told })
      onSaved?.(input, availability)
    },
    async onError(error, input) {
      const code = errorCode(error)
      if (code === 'booking.bookings_outside') {
        setOutside({
          input,
          bookings: (error as Error & { data: { bookings: OutsideBooking[] } }).data.bookings,
        })
        return
      }
      setOutside(null)
      if (code === 'booking.hours_changed' || code === 'request.not_found') {
        const { queryKey } = availabilityOf(input.trade)
        await queryClient.invalidateQueries({ queryKey })
        onStale?.(queryClient.getQueryData(queryKey))
      }
      setFailure(errorText(error, availabilityText))
    },
  })

  return {
    isBusy: write.isPending,
    failure,
    outside,
    save(input: Input) {
      setFailure('')
      write.mutate(input)
    },
    saveAnyway() {
      if (outside) write.mutate({ ...outside.input, knownOutside: outside.bookings.map(({ id }) => id) })
    },
    goBack: () => setOutside(null),
    forgetFailure: () => setFailure(''),
  }
}

export type Save = Pick<
  ReturnType<typeof useSave<Change>>,
  'isBusy' | 'failure' | 'saveAnyway' | 'goBack'
> & { outside: { bookings: OutsideBooking[] } | null }
