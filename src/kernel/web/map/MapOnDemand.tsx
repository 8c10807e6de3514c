import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { MapProps } from './shapes.ts'
import css from './TileMap.module.css'

const tileMap = onDemand(() => import('./TileMap.tsx'))

/** A map, or its empty frame while the library loads. */
export function MapOnDemand(props: MapProps) {
  const Loaded = useOnDemand(tileMap)
  if (Loaded) return <Loaded {...props} />
  return <div className={`${css.map} ${props.className ?? ''}`} aria-busy />
}
