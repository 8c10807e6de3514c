import { measure, type RoutePoint } from '#/sitting/route.ts'
import css from './Card.module.css'
import { distanceText, lengthText } from './words.ts'

type Props = { route: readonly (readonly RoutePoint[])[] }

const size = 320
const margin = 16

/** A walk's route as a line, without a map: nothing about it is asked of anybody else. */
export function RouteLine({ route }: Props) {
  const lines = route.filter((points) => points.length > 1)
  if (lines.length === 0) return null
  const all = lines.flat()
  const [south, north] = [Math.min(...all.map(([, lat]) => lat)), Math.max(...all.map(([, lat]) => lat))]
  const [west, east] = [Math.min(...all.map(([, , lon]) => lon)), Math.max(...all.map(([, , lon]) => lon))]
  // A degree east is shorter than one north.
  const shrink = Math.cos((south * Math.PI) / 180)
  const scale = (size - 2 * margin) / Math.max(north - south, (east - west) * shrink, 1e-6)
  const width = Math.max(120, (east - west) * shrink * scale + 2 * margin)
  const height = Math.max(80, (north - south) * scale + 2 * margin)
  const at = ([, lat, lon]: RoutePoint) =>
    [margin + (lon - west) * shrink * scale, height - margin - (lat - south) * scale] as const
  const longest = lines.map(measure).toSorted((a, b) => b.metres - a.metres)[0]!
  const text = `${distanceText(longest.metres)} in ${lengthText(longest.milliseconds)}`
  const [startX, startY] = at(lines[0]![0]!)
  const [endX, endY] = at(lines.at(-1)!.at(-1)!)
  return (
    <figure className={css.route}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`The route: ${text}`}>
        {lines.map((points) => (
          <polyline key={points[0]![0]} points={points.map((point) => at(point).join(',')).join(' ')} />
        ))}
        <circle cx={startX} cy={startY} r={6} className={css.routeStart} />
        <circle cx={endX} cy={endY} r={6} className={css.routeEnd} />
      </svg>
      <figcaption className="tabular">{text}. The ring is the start, the dot the end.</figcaption>
    </figure>
  )
}
