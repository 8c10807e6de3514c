import { useState } from 'react'
import type { ClockTime } from '#/kernel/time.ts'

type Time = { date: string; startTime: ClockTime; endTime: ClockTime }

/**
 * Returns the slots of this day that were shown and are no longer offered, so that they can stay in their places, disabled:
 * no other may move under a finger.
 */
export function useGone<Slot extends Time>(
  day: string,
  slots: readonly Slot[],
  keyOf: (slot: Slot) => string,
): Time[] {
  const [seen, setSeen] = useState({ day, slots })
  const before = seen.day === day ? seen.slots : []
  const isNotIn = (list: readonly Slot[]) => {
    const keys = new Set(list.map(keyOf))
    return (slot: Slot) => !keys.has(keyOf(slot))
  }
  const added = slots.filter(isNotIn(before))
  if (seen.day !== day || added.length > 0) setSeen({ day, slots: [...before, ...added] })
  return before.filter(isNotIn(slots)).map(({ date, startTime, endTime }) => ({ date, startTime, endTime }))
}
