import { type ComponentType, useEffect, useState } from 'react'
import { toast } from './toast.ts'

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

const notLoaded = 'This could not be loaded. Please check your connection, or reload the page.'
const pauseMs = 3_000

/**
 * The component as soon as it is here, from the moment it is wanted. When its code does not come, that is said once, and
 * it is asked for again as long as it is wanted: the page around it stays. Not by React.lazy, whose fallback stays for 300 ms
 * even when the code has long been here.
 */
export function useOnDemand<Props>(demand: OnDemand<Props>, wanted = true): ComponentType<Props> | undefined {
  const [, setArrived] = useState(false)
  useEffect(() => {
    if (!wanted) return
    if (demand.component) {
      // It may have come, fetched ahead, after this was drawn without it and before we looked.
      setArrived(true)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = false
    const ask = () =>
      demand.load().then(
        () => setArrived(true),
        () => {
          if (!told) toast({ kind: 'error', message: notLoaded })
          told = true
          timer = setTimeout(ask, pauseMs)
        },
      )
    void ask()
    return () => clearTimeout(timer)
  }, [demand, wanted])
  return wanted ? demand.component : undefined
}
