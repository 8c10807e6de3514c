import { fold } from '#/kernel/fold.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { Place } from '#/location/contract.ts'
import { type Position, roundPosition } from '#/location/rules.ts'
import { wellApart } from './areas-around.ts'
import type { Gazetteer } from './gazetteer.ts'
import { type FoundPlace, GeocoderFailure, openGeocoder } from './geocoder.ts'
import { findNamed, isCity } from './named-places.ts'
import { bundledPlaces, bundledPostOffices } from './open-gazetteer.ts'
import type { PostOffices } from './post-offices.ts'
import { findLookup, keepLookup } from './queries.ts'
import { inTurn } from './turns.ts'

export type Looking = { config: Config; db: Db; log: Log; now: Date }

export async function findPlaceAt(looking: Looking, exact: Position): Promise<Place | null> {
  const position = roundPosition(exact)
  const question = `at ${position.lat.toFixed(2)},${position.lon.toFixed(2)}`
  const answer = await askService(looking, question, async (geocoder) => {
    const place = await geocoder.at(position)
    return place?.display ? [place] : []
  })
  if (answer) return answer[0] ?? null
  return fromBundled(looking, (places) => places.at(position), null)
}

/** A map that shows more names its cities. */
const mostKmOfQuarters = 60

/** Finds areas of the bundled data to draw around a position. */
export async function findAreasAround(looking: Looking, { km, ...exact }: Position & { km: number }) {
  const middle = roundPosition(exact)
  const reading = readPostOffices(looking)
  const find = async (cities: Gazetteer) => {
    const areas = km > mostKmOfQuarters ? [] : ((await reading)?.around(middle, km) ?? [])
    // Quarters alone where they are known, since the city around them says nothing.
    return wellApart(areas.some(({ rank }) => rank > 0) ? areas : cities.around(middle, km), middle, km)
  }
  return fromBundled(looking, find, [])
}

/** Returns where the operator's country is, for maps without a place; null if that isn't known. */
export const findHome = (looking: Looking) => fromBundled(looking, (cities) => cities.home(), null)

export async function findPlacesNamed(looking: Looking, name: string): Promise<Place[]> {
  const folded = fold(name)
  if (!folded) return []
  const answer = await askService(looking, `named ${folded}`, async (geocoder) =>
    likeliest(await geocoder.named(name)),
  )
  return answer ?? namedInBundled(looking, name)
}

async function namedInBundled(looking: Looking, name: string): Promise<Place[]> {
  const reading = readPostOffices(looking)
  return fromBundled(
    looking,
    async (cities) => (isCity(name, cities) ? cities.named(name) : findNamed(name, cities, await reading)),
    [],
  )
}

async function readPostOffices({ config, log }: Looking): Promise<PostOffices | undefined> {
  try {
    return await bundledPostOffices(await bundledPlaces(config.DEFAULT_TIME_ZONE))
  } catch (error) {
    log.error({ error: String(error) }, 'the bundled post offices cannot be read')
    return undefined
  }
}

/** Merges a city's point and area, and prefers a clear favourite. */
function likeliest(found: FoundPlace[]): Place[] {
  const distinct = found.filter(
    ({ place }, index) =>
      place.display && found.findIndex((one) => one.place.display === place.display) === index,
  )
  const [first, second] = distinct
  const clear = first && (!second || first.importance >= second.importance + 0.1)
  return clear ? [first.place] : distinct.slice(0, 5).map(({ place }) => place)
}

export function expectLookup(looking: Looking): void {
  if (!looking.config.GEOCODER_URL) void readPostOffices(looking)
}

/** Treats unreadable data as an unknown place: that is our fault and no reason to fail. */
async function fromBundled<Result>(
  { config, log }: Looking,
  look: (places: Awaited<ReturnType<typeof bundledPlaces>>) => Result | Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await look(await bundledPlaces(config.DEFAULT_TIME_ZONE))
  } catch (error) {
    log.error({ error: String(error) }, 'the bundled places cannot be read')
    return otherwise
  }
}

type Ask = (geocoder: ReturnType<typeof openGeocoder>) => Promise<Place[]>

const underWay = new Map<string, Promise<Place[] | undefined>>()

/**
 * Returns the service's answer, new or from the last 30 days; undefined if there is none or it can't be had. No
 * transaction or connection is open meanwhile.
 */
async function askService(looking: Looking, question: string, ask: Ask): Promise<Place[] | undefined> {
  const { config, db, now } = looking
  const base = config.GEOCODER_URL
  if (!base) return undefined
  const asked = { service: serviceOf(base), question }
  const known = await findLookup(db, asked, now)
  if (known) return known
  const key = `${base} ${question}`
  const others = underWay.get(key)
  if (others) return others
  const answer = askInTurn(looking, base, asked, ask).finally(() => underWay.delete(key))
  underWay.set(key, answer)
  return answer
}

function askInTurn(
  { config, db, log, now }: Looking,
  base: string,
  asked: { service: string; question: string },
  ask: Ask,
): Promise<Place[] | undefined> {
  return inTurn(db, asked.service, async () => {
    const known = await findLookup(db, asked, now)
    if (known) return { result: known }
    try {
      const places = await ask(openGeocoder(base, config))
      await keepLookup(db, asked, places, now)
      return { result: places }
    } catch (error) {
      if (!(error instanceof GeocoderFailure)) throw error
      const { message: reason, pauseSeconds } = error
      log.warn({ reason, pauseSeconds }, 'the geocoder does not answer')
      return { result: undefined, pauseMs: pauseSeconds * 1000 }
    }
  })
}

/** Cuts off everything after the path, because a key doesn't belong in a table. */
function serviceOf(base: string): string {
  const { origin, pathname } = new URL(base)
  return origin + pathname.replace(/\/+$/, '')
}
