/** The rules of the best fit: what the pets wish for, and the reasons on a sitter's card. */

import type { PetSize } from './rules.ts'
import { type FitReason, fitReasons } from './shapes.ts'

/** The facts of a pet that the best fit reads. */
export type FitPet = {
  size: PetSize | null
  temperament: readonly string[]
  good_with_dogs: boolean | null
  good_with_cats: boolean | null
  good_with_children: boolean | null
}

/** An earlier booking counts more than any price. */
export const bookedBeforeWeight = 1.1

type Wish = { trait: 'no-own-pets' | 'no-children' | 'garden'; reason: FitReason; weight: number }

/** Returns what the pets would like of a sitter's home, and how much each counts, in stars. */
export function wishesOf(pets: readonly FitPet[]): Wish[] {
  const some = (is: (pet: FitPet) => boolean) => pets.some(is)
  const wishes: (Wish | false)[] = [
    some((pet) => pet.good_with_dogs === false || pet.good_with_cats === false) && {
      trait: 'no-own-pets',
      reason: 'no_own_pets',
      weight: 0.8,
    },
    some((pet) => pet.good_with_children === false) && {
      trait: 'no-children',
      reason: 'no_children',
      weight: 0.8,
    },
    some(
      ({ size, temperament }) => size === 'large' || size === 'giant' || temperament.includes('energetic'),
    ) && { trait: 'garden', reason: 'garden', weight: 0.2 },
  ]
  return wishes.filter((wish) => wish !== false)
}

/** The facts of a sitter that the reasons are read from. */
export type Fitted = {
  id: string
  traits: readonly string[]
  distanceKm: number | null
  rating: number | null
  totalReviews: number
  /** In minor units, of what the search compares. */
  price: number
}

const closeKm = 3
/** A price elsewhere is no offer. */
const comparableKm = 25
const wellRated = { rating: 4.5, reviews: 3 }
/** With fewer, nobody is cheap or dear. */
const fewestPrices = 4
const cheapShare = 0.8

/** Returns why a sitter suits, the most telling first; `prices` are those of the sitters shown beside them. */
export function reasonsFor(
  sitter: Fitted,
  {
    bookedBefore,
    wishes,
    prices,
  }: {
    bookedBefore: readonly string[]
    wishes: readonly Wish[]
    prices: readonly number[]
  },
): FitReason[] {
  const { id, traits, distanceKm, rating, totalReviews, price } = sitter
  const met = (reason: FitReason) =>
    wishes.some((wish) => wish.reason === reason && traits.includes(wish.trait))
  const is: Readonly<Record<FitReason, boolean>> = {
    booked_before: bookedBefore.includes(id),
    no_own_pets: met('no_own_pets'),
    no_children: met('no_children'),
    close_by: distanceKm !== null && distanceKm <= closeKm,
    well_rated: rating !== null && rating >= wellRated.rating && totalReviews >= wellRated.reviews,
    low_price:
      (distanceKm === null || distanceKm <= comparableKm) &&
      prices.length >= fewestPrices &&
      price <= cheapShare * medianOf(prices),
    garden: met('garden'),
  }
  return fitReasons.filter((reason) => is[reason])
}

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
