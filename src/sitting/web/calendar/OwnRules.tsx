import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { sitting } from '#/sitting/web/sitting.ts'
import { RoomForm } from './RoomForm.tsx'

/** Loads a sitter's own booking rules. */
export function OwnRules() {
  const query = useQuery(sitting.query.ownCalendar.queryOptions())
  return (
    <Loaded query={query} what="your booking rules">
      {(calendar) => <RoomForm calendar={calendar} />}
    </Loaded>
  )
}
