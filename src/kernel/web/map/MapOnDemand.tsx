import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './PinMap.module.css'
import type { MapProps } from './shapes.ts'

const pinMap = onDemand(() => import('./PinMap.tsx'))

/** A map, or its empty frame while the library loads. */
export function MapOnDemand(props: MapProps) {
  const Loaded = useOnDemand(pinMap)
  if (Loaded) return <Loaded {...props} />
  return <div className={`${css.map} ${props.className ?? ''}`} aria-busy />
}
