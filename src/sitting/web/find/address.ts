import { type Day, isDay, WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import { isUuid } from '#/kernel/uuid.ts'
import type { Position } from '#/location/rules.ts'
import type { Plan } from '#/sitting/plan.ts'
import { mostPetsAsked, type PetSize, petSizes, type Service, services, usualTimes } from '#/sitting/rules.ts'
import type { SitterSearchInput, sitterSorts } from '#/sitting/search.ts'
import { mostYears } from '#/verification/rules.ts'

export type SitterSort = (typeof sitterSorts)[number]

/** An owner's search as the form has it: unfilled fields are empty, and values needn't make sense. */
export type Wanted = {
  service: Service | null
  petIds: readonly string[]
  /** The name of a place, which the browser looks up: no position is in a URL. */
  near: string
  from: string
  to: string
  isWeekly: boolean
  days: readonly Weekday[]
  drop: string
  pick: string
}

/** Filters and order of the found sitters. */
export type SitterFilters = {
  /** In km. */
  within?: number
  /** In whole rupees. */
  maxPrice?: number
  rating?: number
  years?: number
  size?: PetSize
  isVerified?: true
  noOwnPets?: true
  sort?: SitterSort
}

export type SitterAddress = { wanted: Wanted; filters: SitterFilters }

export const paths = {
  search: '/services/book-pet-sitter',
  results: '/services/book-pet-sitter/results',
  all: '/services/book-pet-sitter/legacy',
  request: '/services/book-pet-sitter/form',
} as const

const ownPath: Partial<Record<Service, string>> = {
  'dog-walking': `${paths.search}/dog-walking`,
  'day-care': `${paths.search}/day-care`,
}

/** Returns the service that a form's path presets. */
export const presetBy = (pathname: string): Service | null =>
  services.find((service) => ownPath[service] === pathname.replace(/\/$/, '')) ?? null

export const sortNames: Readonly<Record<SitterSort, string>> = {
  fit: 'Best fit',
  price: 'Cheapest',
  rating: 'Best rated',
  distance: 'Nearest',
}

const mostKilometres = 100

/** Reads a URL, and drops filters that make no sense. */
export function readAddress(params: URLSearchParams): SitterAddress {
  const text = (name: string) => params.get(name)?.trim().slice(0, 200) ?? ''
  const list = (name: string) => text(name).split(',').filter(Boolean)
  const oneOf = <Name extends string>(name: string, names: readonly Name[]) =>
    names.find((known) => known === params.get(name))
  const number = (name: string, least: number, most: number) => {
    const value = params.get(name) ? Number(params.get(name)) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
  const whole = (name: string, least: number, most: number) => {
    const value = number(name, least, most)
    return value === undefined ? undefined : Math.round(value)
  }
  const near = text('near')
  const service = oneOf('service', services) ?? null
  const usual = usualTimes(service)
  const sort = oneOf('sort', Object.keys(sortNames) as SitterSort[])
  return {
    wanted: {
      service,
      petIds: (params.get('pets') ?? '').split(',').filter(isUuid).slice(0, mostPetsAsked),
      near,
      from: text('from'),
      to: text('to'),
      isWeekly: params.get('repeat') === 'weekly',
      days: WEEKDAYS.filter((day) => list('days').includes(day)),
      drop: text('drop') || usual.startTime,
      pick: text('pick') || usual.endTime,
    },
    filters: without({
      within: near ? whole('within', 1, mostKilometres) : undefined,
      maxPrice: whole('price', 0, 9_999_999),
      rating: number('rating', 1, 5),
      years: whole('years', 1, mostYears),
      size: oneOf('size', petSizes),
      isVerified: params.get('verified') === 'yes' || undefined,
      noOwnPets: params.get('nopets') === 'yes' || undefined,
      sort: sort === 'fit' ? undefined : sort,
    }),
  }
}

type Loose = { [Key in keyof SitterFilters]?: SitterFilters[Key] | undefined }

/** Drops undefined values. */
const without = (filters: Loose) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as SitterFilters

/** Writes the shortest URL for the search. */
export function toParams({ wanted, filters }: SitterAddress): URLSearchParams {
  const { service, petIds, near, from, to, isWeekly, days, drop, pick } = wanted
  const { maxPrice, isVerified, noOwnPets, ...others } = filters
  const hasDates = Boolean(from || to)
  const usual = usualTimes(service)
  const entries = {
    service,
    pets: petIds.join(','),
    near,
    from,
    to,
    repeat: isWeekly && 'weekly',
    days: isWeekly && days.join(','),
    drop: (hasDates || drop !== usual.startTime) && drop,
    pick: (hasDates || pick !== usual.endTime) && pick,
    price: maxPrice?.toString(),
    verified: isVerified && 'yes',
    nopets: noOwnPets && 'yes',
    ...others,
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(entries)) if (value) params.set(name, String(value))
  return params
}

const withParams = (path: string, params: URLSearchParams) => (params.size > 0 ? `${path}?${params}` : path)

export const addressOf = (path: string, address: SitterAddress) => withParams(path, toParams(address))

/** Returns the URL of the form, filled in with this search. */
export function searchPath(address: SitterAddress): string {
  const { service } = address.wanted
  const own = service && ownPath[service]
  if (!own) return addressOf(paths.search, address)
  const params = toParams(address)
  params.delete('service')
  return withParams(own, params)
}

export function sitterPath(id: string, address: SitterAddress): string {
  return addressOf(`/sitter-profile/${id}`, { wanted: address.wanted, filters: {} })
}

export function requestPath(id: string, address: SitterAddress): string {
  const params = toParams({ wanted: address.wanted, filters: {} })
  return `${paths.request}?${new URLSearchParams([['sitter', id], ...params])}`
}

/** Chooses a service. Times that were only proposed follow it. */
export function withService<Search extends Pick<Wanted, 'service' | 'drop' | 'pick'>>(
  wanted: Search,
  service: Service | null,
): Search {
  const [before, usual] = [usualTimes(wanted.service), usualTimes(service)]
  const isProposed = wanted.drop === before.startTime && wanted.pick === before.endTime
  return { ...wanted, service, ...(isProposed && { drop: usual.startTime, pick: usual.endTime }) }
}

/** Returns the search for a plan, as the form has it. */
export function wantedOf(plan: Plan, petIds: readonly string[], near: string | null): Wanted {
  return {
    service: plan.service,
    petIds,
    near: near ?? '',
    from: plan.startDate,
    to: plan.endDate ?? '',
    isWeekly: plan.schedule === 'repeat-weekly',
    days: plan.daysOfWeek,
    drop: plan.startTime,
    pick: plan.endTime,
  }
}

const isClock = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

export type Malformed = 'missing' | 'bad' | 'no-service'

/** Returns the dates in the search, or why there are none. */
export function planIn({ service, from, to, isWeekly, days, drop, pick }: Wanted): Plan | Malformed {
  const isStay = service === 'hostel-checkin'
  if (!from || (isStay && !to)) return 'missing'
  if (!isDay(from) || (to && !isDay(to)) || !isClock(drop) || !isClock(pick)) return 'bad'
  if (!service) return 'no-service'
  const repeats = isWeekly && !isStay
  const endDate: Day | null = to || null
  return {
    service,
    schedule: repeats ? 'repeat-weekly' : 'one-time',
    startDate: from,
    endDate,
    daysOfWeek: repeats ? days : [],
    startTime: drop,
    endTime: pick,
  }
}

/** Returns the order that is shown: nobody is near without a place. */
export const sortOf = ({ sort = 'fit' }: SitterFilters, position: Position | null): SitterSort =>
  sort === 'distance' && !position ? 'fit' : sort

/** Returns the server's input. Without a plan, sitters are found whether they have room or not. */
export function toSearch(
  { wanted, filters }: SitterAddress,
  plan: Plan | null,
  position: Position | null,
): SitterSearchInput {
  const { within, maxPrice, rating, years, size, isVerified, noOwnPets } = filters
  return {
    ...(position && { lat: position.lat, lon: position.lon, within }),
    ...(plan && { ...plan, daysOfWeek: [...plan.daysOfWeek], petIds: [...wanted.petIds] }),
    minRating: rating,
    minYears: years,
    size,
    isVerified,
    noOwnPets,
    sort: sortOf(filters, position),
    maxPrice: maxPrice === undefined ? undefined : maxPrice * 100,
  }
}

export type SitterFilter = Exclude<keyof SitterFilters, 'sort'>

const order: readonly SitterFilter[] = [
  'within',
  'maxPrice',
  'rating',
  'years',
  'size',
  'isVerified',
  'noOwnPets',
]

export const activeFilters = (filters: SitterFilters): SitterFilter[] =>
  order.filter((name) => filters[name] !== undefined)

const sizeNames: Readonly<Record<PetSize, string>> = {
  small: 'small pets',
  medium: 'medium pets',
  large: 'large pets',
  giant: 'giant pets',
}

/** Prices of stays are compared per night. */
export const priceUnit = (service: Service | null) => (service === 'hostel-checkin' ? 'a night' : 'an hour')

/** Returns a filter in words, such as 'Up to ₹500 an hour'. */
export function nameOf(filter: SitterFilter, { wanted, filters }: SitterAddress): string {
  const { within, maxPrice, rating, years, size } = filters
  if (filter === 'within') return `Within ${within} km`
  if (filter === 'maxPrice') return `Up to ₹${maxPrice?.toLocaleString('en-IN')} ${priceUnit(wanted.service)}`
  if (filter === 'rating') return `Rated ${rating} or better`
  if (filter === 'years') return `${years} ${years === 1 ? 'year' : 'years'} or more`
  if (filter === 'size') return `Accepts ${sizeNames[size!]}`
  return filter === 'isVerified' ? 'Verified' : 'Has no pets of their own'
}

export function drop(filters: SitterFilters, filter: SitterFilter): SitterFilters {
  const { [filter]: _, ...rest } = filters
  return rest
}

export const radii = [2, 5, 10, 25, 50, mostKilometres] as const
/** The distance with which a search around a place begins. */
export const usualRadius = 25

/** Returns the filters with the next larger radius, or without one after the largest. */
export function widen({ within, ...rest }: SitterFilters): SitterFilters {
  const next = radii.find((radius) => radius > within!)
  return next ? { ...rest, within: next } : rest
}
