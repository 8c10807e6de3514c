import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { useMyPets } from '#/pets/web/index.ts'
import type { Plan } from '#/sitting/plan.ts'
import { serviceText } from '#/sitting/text.ts'
import { type SitterAddress, searchPath } from './address.ts'
import { drawingOf } from './PickService.tsx'
import css from './SearchSummary.module.css'
import { count, datesText } from './search-words.ts'

/** Summarizes the search in one bar. */
export function SearchSummary({ address, plan }: { address: SitterAddress; plan: Plan }) {
  const { petIds, near } = address.wanted
  const { pets } = useMyPets({ all: true })
  const names = pets.filter(({ id }) => petIds.includes(id)).map(({ name }) => name)
  const who = names.length > 0 ? names.join(', ') : petIds.length > 0 && count(petIds.length, 'pet')
  return (
    <section className={css.summary} aria-label="Your search">
      <Drawing name={drawingOf[plan.service]} width={80} className={css.drawing} />
      <div className={css.words}>
        <strong>
          {serviceText[plan.service]}
          {who && ` for ${who}`}
        </strong>
        <span>{datesText(plan)}</span>
        {near && <span>Near {near}</span>}
      </div>
      <Button component={Link} to={searchPath(address)} variant="default">
        Change search
      </Button>
    </section>
  )
}
