import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reloadAppointments } from '#/appointments/web/index.ts'
import type { Day } from '#/kernel/time.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { deliver } from './deliver.ts'
import type { Noted } from './noted.ts'
import { keep, type Waiting, waitingOf, watch } from './waiting-store.ts'

const soon = 15_000

/** The cards of an appointment, renewed while they are looked at. */
export const useVisitCards = (appointmentId: string) =>
  useQuery(
    sitting.query.visitCards.queryOptions({
      input: { appointmentId },
      refetchInterval: 30_000,
      staleTime: 5_000,
    }),
  )

/** Returns the entries that wait on this phone for an appointment, and `note`, which stores one and sends it when it can. */
export function useWaiting(userId: string, appointmentId: string) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const isSending = useRef(false)
  // Entries that have arrived stay on the screen until the card is loaded again.
  const held = useRef<readonly Waiting[]>([])

  useEffect(() => {
    let isHere = true
    async function read() {
      const found = await waitingOf(userId)
      const arrived = held.current.filter(({ key }) => !found.some((one) => one.key === key))
      if (isHere) setWaiting([...arrived, ...found])
    }
    async function send() {
      if (isSending.current) return
      isSending.current = true
      held.current = (await waitingOf(userId)).filter(({ refused }) => !refused)
      const changed = held.current.length > 0 && (await deliver(userId))
      isSending.current = false
      if (changed) await client.invalidateQueries({ queryKey: sitting.query.visitCards.key() })
      held.current = []
      if (!changed) return
      await read()
      await reloadAppointments()
    }
    const changed = () => void read().then(send)
    const stop = watch(changed)
    const timer = setInterval(() => void send(), soon)
    window.addEventListener('online', changed)
    changed()
    return () => {
      isHere = false
      stop()
      clearInterval(timer)
      window.removeEventListener('online', changed)
    }
  }, [userId, client])

  const note = (day: Day, entry: Noted) => keep(userId, { appointmentId, day, entry })
  return { waiting: waiting.filter((one) => one.appointmentId === appointmentId), note }
}
