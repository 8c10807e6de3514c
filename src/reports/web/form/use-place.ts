import { useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '#/location/contract.ts'
import { type Position, roundPosition } from '#/location/rules.ts'
import { locationErrors } from '#/location/text.ts'
import { askExactPosition, loadLookups } from '#/location/web/index.ts'
import { reportLimits } from '#/reports/rules.ts'
import type { ChosenPlace } from './report-draft.ts'

type Part = { place: string; chosen: ChosenPlace | null }
type Props = { value: Part; onChange(part: Part): void }

const fiveDecimals = (degrees: number) => Math.round(degrees * 100_000) / 100_000

const positionOf = ({ lat, lon }: Place): Position => ({ lat, lon })

/** Leaves out the country, which everyone nearby knows, and keeps the area that the person means. */
export const areaOf = ({ display, country }: Pick<Place, 'display' | 'country'>) => {
  const end = `, ${country}`
  return (country && display.endsWith(end) ? display.slice(0, -end.length) : display).slice(
    0,
    reportLimits.area,
  )
}

/** Looks up the typed place, or asks the browser for its position. */
export function usePlace({ value: { place, chosen }, onChange }: Props) {
  // Answers arrive later, when other fields may have changed.
  const latest = useRef({ place, chosen, onChange })
  useLayoutEffect(() => {
    latest.current = { place, chosen, onChange }
  })
  const [choices, setChoices] = useState<Place[]>([])
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState<'looking' | 'asking' | null>(null)
  const isKnown = chosen !== null && chosen.area === place.trim()

  function type(text: string) {
    setChoices([])
    setFailure('')
    onChange({ place: text, chosen: chosen?.isOwn ? { ...chosen, area: text.trim() } : null })
  }
  function choose(
    area: string,
    position: Position | null,
    more: Pick<ChosenPlace, 'isOwn' | 'near' | 'reachKm'> = {},
  ) {
    const found: ChosenPlace = { area, position, ...more }
    setChoices([])
    setFailure('')
    latest.current.onChange({ place: area, chosen: found })
    return found
  }
  const take = (one: Place) =>
    choose(areaOf(one), positionOf(one), { near: one.positionOf, reachKm: one.reachKm ?? null })
  const forget = () => onChange({ place, chosen: null })
  const asWritten = () => choose(latest.current.place.trim(), null)

  /** Returns the place for the typed text, or null if the person has to choose one first. */
  async function resolve(): Promise<ChosenPlace | null> {
    return isKnown ? chosen : lookUp()
  }

  async function lookUp(): Promise<ChosenPlace | null> {
    const typed = place.trim()
    if (!typed) return null
    setBusy('looking')
    try {
      const places = await (await loadLookups()).placesNamed(typed.slice(0, reportLimits.area))
      if (latest.current.place.trim() !== typed) return null
      if (places.length === 1) return take(places[0]!)
      if (places.length === 0) return asWritten()
      setChoices(places)
      return null
    } catch {
      // A report must not wait for the look-up of its place.
      return asWritten()
    } finally {
      setBusy(null)
    }
  }

  function takeOwn() {
    setBusy('asking')
    setFailure('')
    askExactPosition(
      (exact) => {
        setBusy(null)
        void takePosition({ lat: fiveDecimals(exact.lat), lon: fiveDecimals(exact.lon) })
      },
      (reason) => {
        setBusy(null)
        setFailure(`${locationErrors[reason]}. Please type the place instead.`)
      },
    )
  }

  /** Takes the person's position or their pin's. It keeps the typed words, and looks them up if there are none. */
  async function takePosition(position: Position) {
    const typed = latest.current.place.trim()
    choose(typed, position, { isOwn: true })
    if (typed) return
    const here = await loadLookups()
      .then(({ placeAt }) => placeAt(roundPosition(position)))
      .catch(() => null)
    // The pin may have moved on, or the person may have typed.
    const { place: now, chosen: last } = latest.current
    if (here && now.trim() === '' && last?.position === position)
      choose(areaOf(here), position, { isOwn: true })
  }

  return {
    choices,
    failure,
    busy,
    type,
    resolve,
    /** Looks words up again for which no place was found before. */
    find: () => (chosen?.position ? resolve() : lookUp()),
    takeOwn,
    isKnown,
    asWritten,
    takePosition,
    forget,
    choose: take,
  }
}
export type UsedPlace = ReturnType<typeof usePlace>
