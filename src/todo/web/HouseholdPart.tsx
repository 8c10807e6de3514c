import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { householdParts } from '#/households/web/index.ts'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './ToDoPage.module.css'

/** Shows who helps with the to-dos. */
export function HouseholdPart() {
  const [isOpen, setOpen] = useState(false)
  const Household = useOnDemand(householdParts, isOpen)
  const id = useId()
  return (
    <section className={css.group} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Household</h2>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={householdParts.prefetch}
        onFocus={householdParts.prefetch}
        onClick={() => setOpen(!isOpen)}
        className={css.toggle}
      >
        {isOpen ? 'Hide household' : 'Show who helps'}
      </Button>
      <div id={id}>{Household && <Household />}</div>
    </section>
  )
}
