import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { sitting } from '#/sitting/web/sitting.ts'
import { RulesForm } from './RulesForm.tsx'

/** Loads a sitter's own booking rules. */
export function OwnRules() {
  const query = useQuery(sitting.query.bookingRules.queryOptions())
  return (
    <Loaded query={query} what="your booking rules">
      {(rules) => <RulesForm rules={rules} />}
    </Loaded>
  )
}
