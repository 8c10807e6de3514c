import { useQuery } from '@tanstack/react-query'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { reloadAppointments } from '#/appointments/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import type { SittingMove } from '#/sitting/move-contract.ts'
import { sitting } from '#/sitting/web/sitting.ts'

/** Returns the open question whether this visit can be at another time. All cards share one request. */
export function useAskedMove(
  { id, trade, phase, nights }: Pick<Appointment | Visit, 'id' | 'trade' | 'phase' | 'nights'>,
  now: Date,
): SittingMove | undefined {
  const { data } = useQuery(
    sitting.query.moves.queryOptions({
      enabled: trade === 'sitting' && phase === 'agreed' && nights === null,
      refetchInterval: unlessLive(MINUTE),
      staleTime: 15_000,
    }),
  )
  if (phase !== 'agreed') return undefined
  return data?.rows.find((move) => move.appointmentId === id && move.answerBy > now)
}

export async function reloadMoves(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: sitting.query.moves.key() }),
    queryClient.invalidateQueries({ queryKey: sitting.query.calendar.key() }),
    reloadAppointments(),
  ])
}
