import { mostChosenDays, mostDays, mostRadius, type Search, type Sort, sorts } from '#/appointments/find.ts'
import { type Day, formatDay, isDay } from '#/kernel/time.ts'
import type { Position } from '#/location/rules.ts'

/** Filters and order of a list of providers, as kept in the URL. */
export type Filters = {
  location?: string
  specialization?: string
  q?: string
  /** The name of a place, which the browser looks up: no position is in a URL. */
  near?: string
  /** In km. */
  within?: number
  /** In whole rupees. */
  maxPrice?: number
  rating?: number
  meet?: 'in_person' | 'online'
  /** Days from today on, or chosen days. */
  free?: number | readonly Day[]
  sort?: Sort
}

export type Filter = Exclude<keyof Filters, 'within' | 'sort'>

/** Returns the server's input; `specialization` under the trade's name for it. */
export type ProviderSearch = Omit<Search, 'cursor'>

const numberIn = (text: string | null, least: number, most: number): number | undefined => {
  const number = Number(text)
  return text && number >= least && number <= most ? number : undefined
}

function freeIn(text: string | null): Filters['free'] {
  const days = text?.split(',').filter(isDay).slice(0, mostChosenDays)
  if (days?.length) return days
  const within = numberIn(text, 1, mostDays)
  return within && Number.isInteger(within) ? within : undefined
}

/** Reads a URL, and drops values that make no sense. */
export function readFilters(params: URLSearchParams): Filters {
  const words = (name: string) => params.get(name)?.slice(0, 200) || undefined
  const near = words('near')
  const meet = params.get('meet')
  const sort = sorts.find((known) => known === params.get('sort'))
  const price = numberIn(params.get('price'), 0, 9_999_999)
  return without({
    location: words('location'),
    specialization: words('specialization'),
    q: words('q'),
    near,
    within: near ? numberIn(params.get('within'), 1, mostRadius) : undefined,
    maxPrice: price === undefined ? undefined : Math.round(price),
    rating: numberIn(params.get('rating'), 1, 5),
    meet: meet === 'in_person' || meet === 'online' ? meet : undefined,
    free: freeIn(params.get('free')),
    sort,
  })
}

type Loose = { [Key in keyof Filters]?: Filters[Key] | undefined }

/** Leaves out undefined values. */
const without = (filters: Loose) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters

const parameterOf = { maxPrice: 'price' } as Record<string, string>

export const toParams = (filters: Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [parameterOf[name] ?? name, String(value)]),
  )

/** Returns the order of a list: by distance if a position is known, unless another is chosen or a place is searched by name. */
export function orderOf({ sort, location }: Filters, position: Position | null): Sort {
  if (sort && (sort !== 'distance' || position)) return sort
  return position && !location ? 'distance' : 'rating'
}

/** `position`: of `near`, otherwise where the person is. */
export function toSearch(filters: Filters, position: Position | null): ProviderSearch {
  const { location, specialization, q, within, maxPrice, rating, meet, free } = filters
  return {
    location,
    specialization,
    q,
    sort: orderOf(filters, position),
    minRating: rating,
    meeting: meet,
    ...(position && { lat: position.lat, lon: position.lon, within }),
    maxPrice: maxPrice === undefined ? undefined : maxPrice * 100,
    ...(typeof free === 'number' ? { freeWithin: free } : { freeOn: free && [...free] }),
  }
}

/** Drops a filter, and with a place the filters that need one. */
export function drop(filters: Filters, filter: Filter): Filters {
  const { [filter]: _, ...rest } = filters
  if (filter !== 'near') return rest
  const { within: __, sort, ...others } = rest
  return { ...others, ...(sort && sort !== 'distance' ? { sort } : {}) }
}

const order: readonly Filter[] = [
  'location',
  'specialization',
  'q',
  'near',
  'maxPrice',
  'rating',
  'meet',
  'free',
]

export const activeFilters = (filters: Filters): Filter[] =>
  order.filter((name) => filters[name] !== undefined)

/** Returns a filter in words, such as 'Up to ₹500'. */
export function nameOf(filter: Filter, filters: Filters): string {
  const { near, within, maxPrice, rating, meet, free } = filters
  if (filter === 'near') return within ? `Within ${within} km of ${near}` : `Near ${near}`
  if (filter === 'maxPrice') return `Up to ₹${maxPrice?.toLocaleString('en-IN')}`
  if (filter === 'rating') return `Rated ${rating} or better`
  if (filter === 'meet') return meet === 'online' ? 'Online' : 'In person'
  if (filter === 'free') return freeText(free!)
  return `“${filters[filter]}”`
}

function freeText(free: number | readonly Day[]): string {
  if (typeof free === 'number') return free === 1 ? 'Free today' : `Free within ${free} days`
  return free.length === 1 ? `Free on ${formatDay(free[0]!)}` : `Free on one of ${free.length} days`
}
