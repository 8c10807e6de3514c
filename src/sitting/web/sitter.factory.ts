import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { locationContract } from '#/location/contract.ts'
import { ratingsContract } from '#/ratings/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { services } from '#/sitting/rules.ts'
import { foundSitterSchema, sitterCalendarSchema, sitterPageSchema } from '#/sitting/shapes.ts'

export const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })

const facts = {
  location: 'Indiranagar, Bengaluru',
  services: [...services],
  hourlyRate: rupees(200),
  nightlyRate: rupees(1_100),
  experienceYears: 3,
  maxPets: 3,
}

/** Makes a sitter as a list has them. */
export const makeFoundSitter = (name: string, fields: Partial<z.input<typeof foundSitterSchema>> = {}) =>
  made(foundSitterSchema, { ...facts, id: newId(), name, fullName: name, ...fields })

/** Makes a sitter as their own page has them. */
export const makeSitterPage = (name: string, fields: Partial<z.input<typeof sitterPageSchema>> = {}) =>
  made(sitterPageSchema, {
    ...facts,
    id: newId(),
    name,
    fullName: name,
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 120,
    reliability: { answers: null, answerMinutes: null, repeatOwners: 0, cancellations: null },
    ...fields,
  })

type FoundSitter = ReturnType<typeof makeFoundSitter>

/** Answers searches as the server would, for distance, price and experience. */
export const answerSitters = (...sitters: FoundSitter[]) =>
  answer(sittingContract.sitters, ({ within, maxPrice, minYears }) => ({
    rows: sitters.filter(
      ({ distanceKm, nightlyRate, experienceYears }) =>
        (within === undefined || (distanceKm !== null && distanceKm <= within)) &&
        (maxPrice === undefined || (nightlyRate !== null && nightlyRate.amount <= maxPrice)) &&
        (minYears === undefined || experienceYears >= minYears),
    ),
    nextCursor: null,
  }))

/** Knows places by their name. */
export const answerPlaces = () =>
  answer(locationContract.placesNamed, ({ name }) => ({
    places: [{ city: name, state: null, country: 'India', display: name, lat: 12.97, lon: 77.59 }],
  }))

/** Answers what a sitter’s page asks. */
export function answerSitterPage(sitter: ReturnType<typeof makeSitterPage>): void {
  answer(sittingContract.sitter, sitter)
  answer(ratingsContract.reviews, { rows: [], nextCursor: null })
  answer(
    sittingContract.calendar,
    made(sitterCalendarSchema, {
      timeZone: 'Asia/Kolkata',
      days: [
        { date: '2026-11-02', state: 'free' },
        { date: '2026-11-03', state: 'full' },
        { date: '2026-11-04', state: 'away' },
      ],
    }),
  )
}
