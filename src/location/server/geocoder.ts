import { z } from 'zod'
import type { Config } from '#/kernel/server/config.ts'
import type { Place } from '#/location/contract.ts'
import { displayOf, type Position, roundPosition } from '#/location/rules.ts'

/** Explains why a service gave no answer; `pauseSeconds` is how long to leave it alone. */
export class GeocoderFailure extends Error {
  readonly pauseSeconds: number

  constructor(reason: string, pauseSeconds: number) {
    super(reason)
    this.name = 'GeocoderFailure'
    this.pauseSeconds = pauseSeconds
  }
}

const patienceMs = 4_000
const mostBytes = 256 * 1024
/** Seconds for which the bundled data answers after a failure, unless the service asks for longer, up to an hour. */
const pauseAfterFailure = 30
const longestPause = 3600

const short = z.string().trim().min(1).max(200)
const found = z.object({
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
  importance: z.number().optional().catch(undefined),
  /** South, north, west and east. */
  boundingbox: z.array(z.coerce.number()).length(4).optional().catch(undefined),
  address: z.object({
    suburb: short.optional(),
    neighbourhood: short.optional(),
    city: short.optional(),
    town: short.optional(),
    village: short.optional(),
    state: short.optional(),
    country: short.optional(),
  }),
})
/** Nominatim's answer for no result, with status 200. */
const nothing = z.object({ error: z.string() })

export type FoundPlace = { place: Place; importance: number }

/** Calls a service with Nominatim's API. Each call is one request; the caller limits the rate. */
export function openGeocoder(
  base: string,
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'CONTACT_EMAIL'>,
) {
  const headers = { accept: 'application/json', 'accept-language': 'en', 'user-agent': userAgent(config) }

  async function ask(path: string, parameters: Record<string, string>): Promise<unknown> {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
    for (const [name, value] of Object.entries({ format: 'json', ...parameters }))
      url.searchParams.set(name, value)
    try {
      const response = await fetch(url, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw new GeocoderFailure(`status ${response.status}`, pauseOf(response))
      }
      return JSON.parse(await textOf(response))
    } catch (error) {
      if (error instanceof GeocoderFailure) throw error
      // Only the error's name: its message may quote the URL, which contains the search.
      throw new GeocoderFailure((error as Error).name, pauseAfterFailure)
    }
  }

  return {
    async at({ lat, lon }: Position): Promise<Place | null> {
      const position = { lat: lat.toFixed(2), lon: lon.toFixed(2) }
      // 13 is as fine as villages and suburbs, without streets or houses.
      const answer = await ask('reverse', { ...position, zoom: '13', addressdetails: '1' })
      return nothing.safeParse(answer).success ? null : placeOf(checked(found, answer))
    },

    async named(name: string): Promise<FoundPlace[]> {
      const answer = await ask('search', { q: name, limit: '5', addressdetails: '1' })
      return checked(z.array(found).max(50), answer).map((one) => ({
        place: placeOf(one),
        importance: one.importance ?? 0,
      }))
    },
  }
}

const KM = 111

/** Returns half the height of a place's box, in km. Without one, it's taken to be as large as a city of a million. */
function reachOf(box: readonly number[] | undefined): number {
  const [south, north] = box ?? []
  if (south === undefined || north === undefined) return 8
  return Math.min(35, Math.max(1, Math.round(((north - south) * KM) / 2)))
}

function placeOf({ address, lat, lon, boundingbox }: z.output<typeof found>): Place {
  const { city = address.town ?? address.village ?? null, state = null, country = null } = address
  const area = address.suburb ?? address.neighbourhood ?? null
  return {
    city,
    state,
    country,
    display: displayOf({ area, city, state, country }),
    ...roundPosition({ lat, lon }),
    ...(area === null && { reachKm: reachOf(boundingbox) }),
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new GeocoderFailure('an answer in another format', pauseAfterFailure)
  return parsed.data
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new GeocoderFailure('an answer too long', pauseAfterFailure)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  const wanted = Number.isFinite(seconds) && seconds > 0 ? seconds : response.status === 429 ? 60 : 0
  return Math.min(longestPause, Math.max(pauseAfterFailure, wanted))
}

/** Identifies us to the service, with a contact address. Headers take plain letters only. */
function userAgent({ PRODUCT_NAME, PUBLIC_URL, CONTACT_EMAIL }: Parameters<typeof openGeocoder>[1]): string {
  const name = PRODUCT_NAME.normalize('NFKD').replace(/[^A-Za-z0-9.-]/g, '') || 'Pawfolk'
  const contact = [PUBLIC_URL, CONTACT_EMAIL].filter(Boolean).join('; ')
  return `${name}/0.1 (pet care, built on Pawfolk; ${contact})`.replace(/[^\x20-\x7e]/g, '')
}
