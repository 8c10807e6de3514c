import { Button, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { routeDays } from '#/sitting/card.ts'
import css from './Card.module.css'
import type { Unstamped } from './noted.ts'
import { useRoute } from './use-route.ts'

type Props = { isStopped: boolean; hasRoute: boolean; tell(entry: Unstamped): void }

/** Records the route if the walker wants it, and takes it back afterwards. */
export function RouteSwitch({ isStopped, hasRoute, tell }: Props) {
  const { isOn, problem, toggle } = useRoute((track, points) => tell({ kind: 'route', track, points }))
  useEffect(() => {
    if (isStopped && isOn) toggle()
  }, [isStopped, isOn, toggle])
  if (isStopped)
    return hasRoute ? (
      <Button variant="subtle" onClick={() => tell({ kind: 'route_removal' })}>
        Remove the route
      </Button>
    ) : null
  return (
    <div>
      <Switch
        size="md"
        label="Record the route"
        description={`While this page is open. You and the owner see it after the walk, for ${routeDays} days.`}
        checked={isOn}
        onChange={toggle}
      />
      <p role="alert" className={css.problem}>
        {problem}
      </p>
    </div>
  )
}
