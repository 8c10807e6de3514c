import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { useKnownName } from '#/location/web/index.ts'
import { species as allSpecies, type Species } from '#/pets/rules.ts'
import { speciesText } from '#/pets/text.ts'
import { digestKm, mostAlertsADay, nearKm } from '#/reports/alerts.ts'
import type { AlertPlace } from '#/reports/shapes.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { FollowIcon } from '#/reports/web/icons.tsx'
import { reports } from '#/reports/web/reports.ts'
import css from './Alerts.module.css'

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

function useAlerts(saved: string) {
  const client = useQueryClient()
  const options = {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: reports.query.alertPlace.key() })
      toast({ kind: 'success' as const, message: saved })
    },
    onError: (error: Error) => toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) }),
  }
  return {
    set: useWrite(reports.call.setAlertPlace, options),
    remove: useWrite(reports.call.removeAlertPlace, options),
  }
}

function Offer({ userId }: { userId: string }) {
  const area = useKnownName(userId)
  const position = useOwnPosition(userId)
  const { set } = useAlerts('We’ll alert you about lost pets.')
  return (
    <>
      <p>
        Hear at once when a pet is lost within {nearKm} km, at most {mostAlertsADay} times a day, and every
        evening about those within {digestKm} km.
      </p>
      {area && position ? (
        <>
          <Button
            variant="default"
            aria-disabled={set.isPending}
            onClick={() => set.isPending || set.mutate({ area, position, mutedSpecies: [] })}
          >
            {set.isPending ? 'Turning on...' : `Turn on for ${area}`}
          </Button>
          <p className={css.note}>We keep this place to about a kilometre, until you turn alerts off.</p>
        </>
      ) : (
        // Undefined while the position is looked up.
        position === null && <p className={css.note}>Choose your location above to turn them on.</p>
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
            aria-disabled={set.isPending}
            onClick={() => set.isPending || save({ area, position })}
          >
            Move to {area}
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
