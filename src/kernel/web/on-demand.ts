import { type ComponentType, useEffect, useState } from 'react'
import { toast } from './toast.ts'

export type OnDemand<Props> = {
  component: ComponentType<Props> | undefined
  load: () => Promise<void>
  /** Loads early; a failure is reported when it is needed. */
  prefetch: () => void
}

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

const notLoaded = 'We couldn’t load this. Please check your connection, or reload the page.'
const pauseMs = 3_000

/**
 * Returns the component once its code is loaded, and loads it when it is wanted. A failure is reported once and retried
 * while it is wanted; the page around it stays. React.lazy wouldn't do: its fallback stays for 300 ms even if the code
 * is loaded.
 */
export function useOnDemand<Props>(demand: OnDemand<Props>, wanted = true): ComponentType<Props> | undefined {
  const [, setArrived] = useState(false)
  useEffect(() => {
    if (!wanted) return
    if (demand.component) {
      // It may have loaded between rendering and this effect.
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
