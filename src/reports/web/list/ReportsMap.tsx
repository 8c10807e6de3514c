import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { MapOnDemand } from '#/kernel/web/map/MapOnDemand.tsx'
import { type MapWindow, type Pin, type Tiles, type View, zooms } from '#/kernel/web/map/shapes.ts'
import type { Position } from '#/location/rules.ts'
import { useKnownName } from '#/location/web/index.ts'
import type { MapSquare } from '#/reports/shapes.ts'
import { loadFailedText } from '#/reports/text.ts'
import { reports } from '#/reports/web/reports.ts'
import { useTiles } from '#/reports/web/use-tiles.ts'
import { kindOf, nameOf, seenText } from '#/reports/web/words.ts'
import { withoutPositionText } from './area-words.ts'
import { mergeSquares, pixelsAt } from './merge-squares.ts'
import { PlainMap } from './PlainMap.tsx'
import css from './ReportsMap.module.css'
import { type MapFilter, useSquares } from './use-squares.ts'

type Props = { filter: MapFilter; place: Position | null; within: number | null; now: Date }

type Choice = { square: MapSquare; km: number }

/** Shows the reports of a list where they are: on a map, or by distance if the operator has no map images. */
export function ReportsMap({ filter, place, within, now }: Props) {
  const tiles = useTiles()
  const area = useKnownName(useSession().user?.id ?? null)
  const [choice, setChoice] = useState<Choice>()
  const choose = (square: MapSquare, km: number) => setChoice({ square, km })
  if (tiles === undefined) return <div className={css.ghost} aria-busy />
  if (tiles === null && !place)
    return <p className={css.hint}>{withoutPositionText(area, 'see who is missing near you')}</p>
  return (
    <div>
      {tiles ? (
        <WithTiles
          tiles={tiles}
          filter={filter}
          place={place}
          within={within}
          chosen={choice && keyOf(choice.square)}
          onChoose={choose}
        />
      ) : (
        <PlainMap filter={filter} place={place!} within={within} onChoose={choose} />
      )}
      {choice && (
        <section className={css.chosen} aria-label="Chosen on the map">
          <CloseButton className={css.close} aria-label="Close" onClick={() => setChoice(undefined)} />
          {choice.square.report ? (
            <Alone report={choice.square.report} now={now} />
          ) : (
            <Together filter={filter} choice={choice} now={now} />
          )}
        </section>
      )}
    </div>
  )
}

const keyOf = ({ position, report }: MapSquare) => report?.id ?? `${position.lat} ${position.lon}`
const labelOf = ({ count, report }: MapSquare) =>
  report ? `${nameOf(report)}, ${report.area}` : `${count} reports`

/** Returns the zoom at which a phone shows this many kilometres around a place. */
const zoomFor = (within: number | null) => (within === null ? 6 : Math.round(15.3 - Math.log2(within)))

/** Finds where there are reports at all: on squares of about 150 km. */
const world: MapWindow = { north: 85, south: -85, west: -180, east: 180, zoom: 6 }

type WithTilesProps = Omit<Props, 'now'> & {
  tiles: Tiles
  chosen: string | undefined
  onChoose(square: MapSquare, km: number): void
}

function WithTiles({ tiles, filter, place, within, chosen, onChoose }: WithTilesProps) {
  const [window, setWindow] = useState<MapWindow | null>(null)
  const [zoomed, setZoomed] = useState<{ view: View; from: View | undefined }>()
  const [lat, lon] = [place?.lat, place?.lon]
  const everywhere = useSquares(filter, place ? null : world).data?.squares
  const home = useMemo((): View | undefined => {
    if (lat !== undefined && lon !== undefined) return { center: { lat, lon }, zoom: zoomFor(within) }
    return everywhere?.length ? { places: everywhere.map(({ position }) => position) } : undefined
  }, [lat, lon, within, everywhere])
  const { data, isError } = useSquares(filter, window)
  const zoom = window?.zoom ?? 0
  const pins = mergeSquares(data?.squares ?? [], pixelsAt(zoom)).map((square): Pin => {
    const key = keyOf(square)
    return {
      key,
      position: square.position,
      count: square.count,
      label: labelOf(square),
      isChosen: key === chosen,
      onPress: () =>
        square.report || zoom >= zooms.alone
          ? onChoose(square, 1)
          : setZoomed({
              view: { center: square.position, zoom: Math.min(zoom + 2, zooms.most) },
              from: home,
            }),
    }
  })
  return (
    <>
      <MapOnDemand
        tiles={tiles}
        label="Map of reports"
        view={(zoomed && zoomed.from === home ? zoomed.view : home) ?? null}
        pins={pins}
        tone={filter.status}
        onWindow={setWindow}
        className={css.map}
      />
      {isError && (
        <p role="alert" className={css.hint}>
          {loadFailedText}
        </p>
      )}
    </>
  )
}

function Alone({ report, now }: { report: NonNullable<MapSquare['report']>; now: Date }) {
  return (
    <Link to={`/pet-reports/${report.id}`} className={css.one}>
      {report.photoUrl && <img src={report.photoUrl} alt="" width={64} height={64} />}
      <span>
        <strong>{nameOf(report)}</strong>
        <span>{kindOf(report)}</span>
        <span>{seenText(report, now)}</span>
      </span>
    </Link>
  )
}

/** Reports that are shown as one. */
function Together({ filter, choice, now }: { filter: MapFilter; choice: Choice; now: Date }) {
  const { status, species, days } = filter
  const { data, isError } = useQuery(
    reports.query.reports.queryOptions({
      input: {
        status,
        ...choice.square.position,
        within: choice.km,
        ...(species && { species }),
        ...(days !== null && { days }),
      },
    }),
  )
  if (isError) return <p className={css.hint}>{loadFailedText}</p>
  if (!data) return <p className={css.hint}>Loading...</p>
  return (
    <ul className={css.together}>
      {data.rows.map((report) => (
        <li key={report.id}>
          <Alone report={report} now={now} />
        </li>
      ))}
    </ul>
  )
}
