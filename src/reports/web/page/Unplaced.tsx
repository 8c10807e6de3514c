import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Report } from '#/reports/shapes.ts'
import css from './NeighboursNote.module.css'

/** Tells a reporter that their place isn't known, so that nobody nearby finds the report, and leads to changing it. */
export function Unplaced({ report: { own, state, position, area } }: { report: Report }) {
  if (!own || state !== 'active' || position) return null
  return (
    <div role="note" className={css.note}>
      <p>
        We don’t know where “{area}” is, so we can’t alert people nearby, and the report isn’t found by
        distance. Please add a city, an area or a PIN code.
      </p>
      <Button component={Link} to="?edit=true">
        Change the place
      </Button>
    </div>
  )
}
