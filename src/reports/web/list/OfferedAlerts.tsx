import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { withLibraries } from '#/kernel/web/Libraries.tsx'
import type { AlertPlaceInput } from '#/reports/contract.ts'
import { alertsKeptText, alertsOnText, alertsText } from '#/reports/text.ts'
import { reports } from '#/reports/web/reports.ts'
import css from './Alerts.module.css'
import { turnOnText } from './area-words.ts'
import { useAlerts } from './use-alerts.ts'

type Props = { place: Pick<AlertPlaceInput, 'area' | 'position'>; onDecline(): void }

function OfferedAlerts({ place, onDecline }: Props) {
  const { data } = useQuery(reports.query.alertPlace.queryOptions())
  const { set } = useAlerts(alertsOnText)
  if (!data || data.place) return null
  return (
    <section className={css.offer} aria-label="Alerts about lost pets">
      <p>{alertsText}</p>
      <div className={css.buttons}>
        <Button
          className={css.named}
          aria-disabled={set.isPending}
          onClick={() => set.isPending || set.mutate({ ...place, mutedSpecies: [] })}
        >
          {set.isPending ? 'Turning on...' : turnOnText(place.area)}
        </Button>
        <Button variant="subtle" onClick={onDecline}>
          Not now
        </Button>
      </div>
      <p className={css.note}>{alertsKeptText}</p>
    </section>
  )
}

export default withLibraries(OfferedAlerts)
