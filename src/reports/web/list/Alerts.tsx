import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { useKnownName } from '#/location/web/index.ts'
import { species as allSpecies, type Species } from '#/pets/rules.ts'
import { speciesText } from '#/pets/text.ts'
import type { AlertPlace } from '#/reports/shapes.ts'
import { alertsKeptText, alertsOnText, alertsText } from '#/reports/text.ts'
import { FollowIcon } from '#/reports/web/icons.tsx'
import { reports } from '#/reports/web/reports.ts'
import css from './Alerts.module.css'
import { shortOf, turnOnText, withoutPositionText } from './area-words.ts'
import { useAlerts } from './use-alerts.ts'

/** Lets people hear about pets lost near a place that they choose. */
export function Alerts({ userId }: { userId: string }) {
  const { data } = useQuery(reports.query.alertPlace.queryOptions())
  if (!data) return null
  return (
    <section className={css.card} aria-labelledby="alerts">
      <h2 id="alerts">
        <FollowIcon /> Alerts near you
      </h2>
      {data.place ? <Chosen userId={userId} place={data.place} /> : <Offer userId={userId} />}
    </section>
  )
}

function Offer({ userId }: { userId: string }) {
  const area = useKnownName(userId)
  const position = useOwnPosition(userId)
  const { set } = useAlerts(alertsOnText)
  return (
    <>
      <p>{alertsText}</p>
      {area && position ? (
        <>
          <Button
            variant="default"
            className={css.named}
            aria-disabled={set.isPending}
            onClick={() => set.isPending || set.mutate({ area, position, mutedSpecies: [] })}
          >
            {set.isPending ? 'Turning on...' : turnOnText(area)}
          </Button>
          <p className={css.note}>{alertsKeptText}</p>
        </>
      ) : (
        // Undefined while the position is looked up.
        position === null && <p className={css.note}>{withoutPositionText(area, 'turn them on')}</p>
      )}
    </>
  )
}

function Chosen({ userId, place }: { userId: string; place: AlertPlace }) {
  const area = useKnownName(userId)
  const position = useOwnPosition(userId)
  const { set, remove } = useAlerts('Your alerts are saved.')
  const [wanted, setWanted] = useState(() => allSpecies.filter((one) => !place.mutedSpecies.includes(one)))
  const save = (part: Partial<AlertPlace>) => set.mutate({ ...place, ...part })
  function choose(next: Species[]) {
    setWanted(next)
    save({ mutedSpecies: allSpecies.filter((one) => !next.includes(one)) })
  }
  return (
    <>
      <p>
        You hear about pets lost near <strong>{place.area}</strong>.
      </p>
      <Checkbox.Group
        label="Which pets?"
        value={wanted}
        onChange={(next) => choose(allSpecies.filter((one) => next.includes(one)))}
      >
        <div className={css.species}>
          {allSpecies.map((one) => (
            <Checkbox key={one} value={one} label={speciesText[one]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={css.buttons}>
        {area && position && area !== place.area && (
          <Button
            variant="default"
            className={css.named}
            aria-disabled={set.isPending}
            onClick={() => set.isPending || save({ area, position })}
          >
            Move to {shortOf(area)}
          </Button>
        )}
        <Button
          variant="default"
          aria-disabled={remove.isPending}
          onClick={() => remove.isPending || remove.mutate({})}
        >
          {remove.isPending ? 'Turning off...' : 'Turn off and forget the place'}
        </Button>
      </div>
    </>
  )
}
