import { type ComponentType, useEffect, useState } from 'react'

export type OnDemand<Props> = {
  /** The component, once its code is here. */
  component: ComponentType<Props> | undefined
  /** Fetches the code, once. */
  load: () => Promise<void>
  /** The same before it is wanted: a failure is told when it is. */
  prefetch: () => void
}

/** A component whose code is fetched when it is wanted. */
export function onDemand<Props>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): OnDemand<Props> {
  const demand: OnDemand<Props> = {
    component: undefined,
    async load() {
      demand.component ??= (await fetchCode()).default
    },
    prefetch: () => void demand.load().catch(() => undefined),
  }
  return demand
}

/**
 * The component as soon as it is here, from the moment it is wanted. Not by React.lazy, whose fallback stays for 300 ms
 * even when the code has long been here.
 */
export function useOnDemand<Props>(demand: OnDemand<Props>, wanted = true): ComponentType<Props> | undefined {
  const [, setArrived] = useState(false)
  useEffect(() => {
    if (!wanted || demand.component) return
    const giveUp = (error: unknown) =>
      setArrived(() => {
        throw error
      })
    demand.load().then(() => setArrived(true), giveUp)
  }, [demand, wanted])
  return wanted ? demand.component : undefined
}
