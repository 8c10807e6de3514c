import { useMemo } from 'react'
import type { Position } from '#/location/rules.ts'
import { distances } from '#/reports/rules.ts'
import type { MapSquare } from '#/reports/shapes.ts'
import { loadFailedText } from '#/reports/text.ts'
import { distanceText, nameOf } from '#/reports/web/words.ts'
import { directionOf, offset, windowAround } from './directions.ts'
import { mergeSquares } from './merge-squares.ts'
import css from './PlainMap.module.css'
import { type MapFilter, useSquares } from './use-squares.ts'

type Props = {
  filter: MapFilter
  place: Position
  within: number | null
  /** Shows the reports of a square, of which none is further than `km` from its middle. */
  onChoose(square: MapSquare, km: number): void
}

/** The share of the frame's half that is used, so that labels and pins at the edge fit. */
const used = 0.9
/** In pixels, as on phones. */
const widest = 340

/** Without the operator's map images: who is missing how far away and in which direction, north up. */
export function PlainMap({ filter, place, within, onChoose }: Props) {
  const reach = within ?? distances.at(-1)!
  const { lat, lon } = place
  const window = useMemo(() => windowAround({ lat, lon }, reach), [lat, lon, reach])
  const { data, isError, isPlaceholderData } = useSquares(filter, window)
  const rings = distances.filter((km) => km <= reach && km >= reach / 5)
  const pixels = (a: Position, b: Position) => {
    const { east, north } = offset(a, b)
    return (Math.hypot(east, north) / reach) * used * (widest / 2)
  }
  const spots = mergeSquares(data?.squares ?? [], pixels)
    .map((square) => ({ square, ...offset(place, square.position) }))
    .filter(({ east, north }) => Math.hypot(east, north) <= reach)
  const percent = (km: number) => `${(50 + (km / reach) * used * 50).toFixed(2)}%`
  return (
    <figure className={css.figure} aria-busy={!data || isPlaceholderData}>
      <div className={css.map}>
        <svg viewBox="-100 -100 200 200" aria-hidden="true">
          {rings.map((km) => (
            <circle key={km} r={(km / reach) * used * 100} className={css.ring} />
          ))}
          <circle r="3" className={css.you} />
        </svg>
        {rings.map((km) => (
          <span key={km} className={css.label} style={{ left: '50%', top: percent(-km) }}>
            {km} km
          </span>
        ))}
        <ul>
          {spots.map(({ square, east, north }) => (
            <li
              key={`${square.position.lat} ${square.position.lon}`}
              className={css[filter.status]}
              style={{ left: percent(east), top: percent(-north) }}
            >
              <Spot
                square={square}
                where={`${distanceText(Math.round(Math.hypot(east, north)))}, ${directionOf({ east, north })}`}
                onChoose={() => onChoose(square, Math.max(1, Math.ceil(reach / 8)))}
              />
            </li>
          ))}
        </ul>
      </div>
      <figcaption>
        {isError
          ? loadFailedText
          : spots.length === 0 && data
            ? `No ${filter.status} pets within ${reach} km.`
            : 'You are in the middle, and north is up.'}
      </figcaption>
    </figure>
  )
}

type SpotProps = { square: MapSquare; where: string; onChoose(): void }

function Spot({ square: { count, report }, where, onChoose }: SpotProps) {
  const title = report ? `${nameOf(report)}, ${where}` : `${count} reports, ${where}`
  return (
    <button type="button" className={css.spot} aria-label={title} title={title} onClick={onChoose}>
      <span className={report ? css.one : css.many}>{!report && (count > 99 ? '99+' : count)}</span>
    </button>
  )
}
