import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { MapOnDemand } from '#/kernel/web/map/MapOnDemand.tsx'
import { type MapWindow, type Tiles, type View, zooms } from '#/kernel/web/map/shapes.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { locationContract } from '#/location/contract.ts'
import type { Position } from '#/location/rules.ts'
import { useAreasAround } from '#/location/web/index.ts'
import { useTiles } from '#/reports/web/use-tiles.ts'
import css from './PlaceField.module.css'

const location = rpcFor<typeof locationContract>('location')

type Props = { position: Position | null; onMove(to: Position): void }

/** Offers a map on which the person sets the exact place. */
export function PlacePin({ position, onMove }: Props) {
  const tiles = useTiles()
  const here = useOwnPosition(useSession().user?.id ?? null)
  const [isOpen, setIsOpen] = useState(false)
  if (tiles === undefined || here === undefined) return null
  if (!isOpen)
    return (
      <Button variant="default" className={css.pin} onClick={() => setIsOpen(true)}>
        {position ? 'Correct the place on a map' : 'Choose the place on a map'}
      </Button>
    )
  return <Open tiles={tiles} position={position} start={position ?? here ?? null} onMove={onMove} />
}

/** Pixels of a phone's map, and of the world at zoom 0. */
const [mapWide, worldWide] = [360, 256]

/** Begins with the operator's country: with all of it on a phone, or nearly. */
function useHome(isWanted: boolean): View | null {
  const { data } = useQuery({
    ...location.query.home.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
    enabled: isWanted,
  })
  const home = data?.home
  return useMemo(() => {
    if (!home) return null
    const { lat, lon, degrees } = home
    const zoom = Math.round(Math.log2((mapWide * 360) / (worldWide * Math.max(1, degrees))))
    return { center: { lat, lon }, zoom: Math.max(zooms.least, Math.min(zooms.precise, zoom)) }
  }, [home])
}

type OpenProps = Props & { tiles: Tiles | null; start: Position | null }

function Open({ tiles, position, start, onMove }: OpenProps) {
  const [moved, setMoved] = useState<Position>()
  // Follows what is typed and looked up, but stays where it is while the pin moves.
  const isMoved = moved !== undefined && moved.lat === position?.lat && moved.lon === position?.lon
  const [lat, lon] = [start?.lat, start?.lon]
  const home = useHome(start === null)
  const found = useMemo(
    (): View | null =>
      lat === undefined || lon === undefined ? home : { center: { lat, lon }, zoom: tiles ? 15 : 13 },
    [lat, lon, tiles, home],
  )
  const [view, setView] = useState(found)
  const [window, setWindow] = useState<MapWindow | null>(null)
  const landmarks = useAreasAround(tiles ? null : window)
  if (!isMoved && found && view !== found) setView(found)
  return (
    <div>
      <MapOnDemand
        tiles={tiles}
        label="Map to choose the place"
        view={view}
        landmarks={landmarks}
        onWindow={setWindow}
        movable={{
          position,
          label: 'The place. Press the map to move it.',
          onMove: (to) => {
            setMoved(to)
            onMove(to)
          },
        }}
      />
      <p className={css.status}>
        Press the map, or drag the pin. Others see the place only to within about 300 m.
        {!tiles && ' Names of areas are where their post offices are, to within a kilometre or two.'}
      </p>
    </div>
  )
}
