import { useMemo, useState } from 'react'
import { MapOnDemand } from '#/kernel/web/map/MapOnDemand.tsx'
import type { MapWindow, View } from '#/kernel/web/map/shapes.ts'
import { useAreasAround } from '#/location/web/index.ts'
import type { Report } from '#/reports/shapes.ts'
import page from '#/reports/web/ReportPage.module.css'
import { useTiles } from '#/reports/web/use-tiles.ts'
import css from './Where.module.css'

/** The corner of a square of the grid that positions are rounded to is so far from its middle, at the equator. */
const metres = 240
/** The same for the coarser grid of places that were looked up. */
const roughMetres = 800

/** The first of 'Pune, Maharashtra'. */
const cityOf = (area: string) => area.split(',')[0]!

/** Shows on a map where the pet was seen, to the reporter exactly. */
export function Where({ report }: { report: Report }) {
  const tiles = useTiles()
  const exact = report.own?.position
  const { isRough, reachKm } = report
  const reach = reachKm !== null && reachKm > 1 ? reachKm : null
  const { lat, lon } = exact ?? report.position ?? {}
  // Each step halves the map's scale, so that the whole circle is seen.
  const stepsOut = reach ? Math.ceil(Math.log2(reach)) : 0
  const view = useMemo(
    (): View | null =>
      lat === undefined || lon === undefined
        ? null
        : { center: { lat, lon }, zoom: (tiles ? 14 : 13) - stepsOut },
    [lat, lon, tiles, stepsOut],
  )
  const pins = useMemo(
    () =>
      exact && !isRough
        ? [
            {
              key: 'here',
              position: exact,
              label: 'The place',
              count: 1,
              isChosen: false,
              onPress: () => undefined,
            },
          ]
        : [],
    [exact, isRough],
  )
  const [window, setWindow] = useState<MapWindow | null>(null)
  const landmarks = useAreasAround(tiles ? null : window)
  if (tiles === undefined || !view || !report.position) return null
  return (
    <section className={page.card} aria-labelledby="where">
      <h2 id="where">{report.status === 'lost' ? 'Where it was last seen' : 'Where it was found'}</h2>
      <MapOnDemand
        tiles={tiles}
        label={`Map of ${report.area}`}
        view={view}
        landmarks={landmarks}
        onWindow={setWindow}
        pins={pins}
        tone={report.status}
        around={{ position: report.position, metres: reach ? reach * 1000 : isRough ? roughMetres : metres }}
        className={css.map}
      />
      <p className={css.note}>
        {exact && !isRough
          ? 'Only you see the pin. Others see the circle.'
          : reach
            ? `Somewhere in ${cityOf(report.area)}: the report names no area.`
            : 'Somewhere in the circle.'}
      </p>
    </section>
  )
}
