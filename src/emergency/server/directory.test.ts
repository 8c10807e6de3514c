import { beforeEach, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { keepPosition } from '#/booking/server/place-providers.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makePlace, type PlaceInput } from './factory.ts'

const world = await openWorld()
const { db, visitor } = world

/** In Bengaluru, where it is 10:00 on a Monday. */
const here = { lat: 12.97, lon: 77.59 }
const mondayAtTen = new Date('2026-11-02T04:30:00Z')

const km = (count: number) => ({ lat: here.lat + count / 111.2, lon: here.lon })
const make = (input: PlaceInput) => makePlace(db, input, mondayAtTen)
const names = async (asked: object, kind = 'clinic') =>
  (await visitor.emergency.directory(asked)).places
    .filter((place) => place.kind === kind)
    .map(({ name }) => name)

beforeEach(async () => {
  world.clock.now = mondayAtTen
  await db.deleteFrom('emergency_places').execute()
})

test('clinics that are open now come first, then the nearest, with how far they are', async () => {
  await make({ name: 'Near, closed', at: km(1), hours: 'Mon-Fri 17:00-20:00' })
  await make({ name: 'Nearer, unknown', at: km(0.5) })
  await make({ name: 'Far, open', at: km(20), hours: 'Mon 09:30-10:30' })
  await make({ name: 'Farther, always', at: km(30), hours: '24x7' })
  await make({ name: 'In another city', city: 'Mysuru', at: km(90), hours: '24x7' })
  const { places } = await visitor.emergency.directory(here)
  expect(
    places.map(({ name, isOpen, isAroundTheClock, distance }) => [name, isOpen, isAroundTheClock, distance]),
  ).toEqual([
    ['Far, open', true, false, 20],
    ['Farther, always', true, true, 30],
    ['Nearer, unknown', null, false, 0.5],
    ['Near, closed', false, false, 1],
  ])
})

test('a clinic is open by the clocks of its own place', async () => {
  await make({ name: 'Here', at: km(1), hours: 'Mon 09:00-11:00' })
  await make({ name: 'By Lisbon’s clocks', at: km(2), hours: 'Mon 09:00-11:00', timeZone: 'Europe/Lisbon' })
  const { places } = await visitor.emergency.directory(here)
  expect(places.map(({ isOpen }) => isOpen)).toEqual([true, false])
  world.clock.now = new Date('2026-11-02T05:30:00Z')
  expect((await visitor.emergency.directory(here)).places[0]!.isOpen).toBe(false)
})

test('a clinic that is open over midnight from Sunday is open on Monday at one', async () => {
  await make({ name: 'Night clinic', at: km(1), hours: 'Sun 20:00-02:00' })
  world.clock.now = new Date('2026-11-01T19:30:00Z')
  expect((await visitor.emergency.directory(here)).places[0]!.isOpen).toBe(true)
})

test('people without a position name their city, in any case', async () => {
  await make({ name: 'Of the city', at: km(1), hours: '24x7' })
  await make({ name: 'Of another', city: 'Pune' })
  expect(await names({ city: 'bengaluru' })).toEqual(['Of the city'])
  expect(await names({ city: 'Pune' })).toEqual(['Of another'])
  expect(await names({ city: 'Nowhere' })).toEqual([])
})

test('an entry without a position is found by its city, after those with one', async () => {
  await make({ name: 'Unplaced' })
  await make({ name: 'Placed', at: km(5) })
  expect(await names({ ...here, city: 'Bengaluru' })).toEqual(['Placed', 'Unplaced'])
})

test('numbers of the whole country are there without a place, after those of the city', async () => {
  await make({ kind: 'helpline', name: 'National', city: null })
  await make({ kind: 'helpline', name: 'Local', at: km(3) })
  expect(await names({}, 'helpline')).toEqual(['National'])
  expect(await names(here, 'helpline')).toEqual(['Local', 'National'])
})

test('the mail address of an entry is shown to nobody', async () => {
  await make({ kind: 'shelter', name: 'Shelter', at: km(1), email: 'desk@shelter.example' })
  expect(JSON.stringify(await visitor.emergency.directory(here))).not.toContain('shelter.example')
})

test('our verified vets are listed while they work: not in a break, on a holiday or unverified', async () => {
  const vet = async (name: string, more: object = {}) => {
    const { userId } = await world.signUp(name.toLowerCase().replaceAll(' ', '-'))
    await makeVet(db, { userId, fullName: name, location: 'Bengaluru', ...more })
  }
  await vet('Meera Iyer', { phoneNumber: '+91 00000 22301' })
  await vet('In Break', {
    hours: [{ days: ['monday'], start: '09:00', end: '17:00', breaks: [{ start: '09:45', end: '10:15' }] }],
  })
  await vet('On Holiday', { holidays: [{ start: '2026-11-02', end: '2026-11-03' }] })
  await vet('Not Checked', { verificationStatus: 'submitted' })
  await vet('Afternoons', { hours: [{ days: ['monday'], start: '14:00', end: '17:00' }] })
  await keepPosition(db, 'Bengaluru', here)
  const { places } = await visitor.emergency.directory(here)
  expect(places).toMatchObject([
    {
      name: 'Dr. Meera Iyer',
      phone: '+91 00000 22301',
      from: 'vet',
      isOpen: true,
      distance: 0,
      checkedOn: null,
      lat: null,
    },
  ])
  world.clock.now = new Date('2026-11-02T04:46:00Z')
  expect(await names(here)).toEqual(['Dr. In Break', 'Dr. Meera Iyer'])
  world.clock.now = new Date('2026-11-02T15:00:00Z')
  expect(await names(here)).toEqual([])
})

test('half a position is refused', async () => {
  await expect(visitor.emergency.directory({ lat: 12.97 })).rejects.toMatchObject({
    code: 'request.malformed',
  })
})
