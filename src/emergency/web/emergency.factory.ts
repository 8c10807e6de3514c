import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { type EmergencyPlace, emergencyContract } from '#/emergency/contract.ts'
import { rescuedSchema } from '#/emergency/injured-contract.ts'

/** Makes a clinic in Bengaluru that is checked often, and open now. */
export const makePlace = (name: string, fields: Partial<EmergencyPlace> = {}): EmergencyPlace => ({
  id: newId(),
  kind: 'clinic',
  from: 'directory',
  name,
  phone: '+91 00000 77001',
  city: 'Bengaluru',
  address: null,
  lat: null,
  lon: null,
  species: [],
  openingHours: null,
  isAroundTheClock: false,
  isOpen: true,
  distance: 1,
  note: null,
  checkedOn: '2026-10-27',
  ...fields,
})

export const answerDirectory = (...places: EmergencyPlace[]) =>
  answer(emergencyContract.directory, { places })

/** Lets this browser know the visitor's place. */
export const knowPlace = (city: string): void =>
  localStorage.setItem(
    'userLocation',
    JSON.stringify({ city, display: city, lat: 12.97, lon: 77.59, how: 'chosen' }),
  )

const followed = emergencyContract.followInjured['~orpc'].outputSchema!

/** Makes a report as its link shows it to the reporter. */
export const makeFollowed = (fields: Partial<z.input<typeof followed>> = {}) => made(followed, fields)

/** Makes a report as its mailed link shows it to a rescuer. */
export const makeRescue = (fields: Partial<z.input<typeof rescuedSchema>> = {}) => made(rescuedSchema, fields)
