import { makePlace, type PlaceInput } from '#/emergency/server/factory.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays } from '#/kernel/time.ts'
import type { Today } from './cast.ts'

/** Invented, with numbers that nobody has: a real clinic's number must come from its operator. */
const demoPlaces: readonly (PlaceInput & { checkedDaysAgo: number })[] = [
  {
    name: 'Night and Day Animal Hospital (demo)',
    phone: '+91 00000 77001',
    address: '100 Feet Road, Indiranagar',
    at: { lat: 12.9719, lon: 77.6412 },
    species: ['Dogs', 'Cats', 'Rabbits', 'Birds'],
    hours: '24x7',
    note: 'Surgery at all hours. Antivenom in stock.',
    checkedDaysAgo: 6,
  },
  {
    name: 'Jayanagar Pet Clinic (demo)',
    phone: '+91 00000 77002',
    address: '11th Main, Jayanagar',
    at: { lat: 12.9299, lon: 77.5826 },
    species: ['Dogs', 'Cats'],
    hours: 'Mon-Sat 09:00-13:00, 16:00-21:00; Sun 10:00-13:00',
    checkedDaysAgo: 21,
  },
  {
    name: 'Whitefield Small Animal Clinic (demo)',
    phone: '+91 00000 77003',
    address: 'ITPL Main Road, Whitefield',
    at: { lat: 12.9877, lon: 77.7312 },
    checkedDaysAgo: 140,
  },
  {
    kind: 'helpline',
    name: 'City Animal Helpline (demo)',
    phone: '+91 00000 77004',
    at: { lat: 12.9716, lon: 77.5946 },
    hours: 'Mon-Sun 06:00-23:00',
    note: 'For injured animals on the street.',
    checkedDaysAgo: 12,
  },
  {
    kind: 'shelter',
    name: 'Second Chance Shelter (demo)',
    phone: '+91 00000 77005',
    address: 'Kengeri Satellite Town',
    at: { lat: 12.9081, lon: 77.4841 },
    hours: 'Mon-Sun 08:00-18:00',
    email: 'desk@second-chance.example',
    checkedDaysAgo: 30,
  },
  {
    kind: 'ambulance',
    name: 'Animal Ambulance (demo)',
    phone: '+91 00000 77006',
    at: { lat: 12.9716, lon: 77.5946 },
    hours: '24x7',
    note: 'Lifts animals of up to 60 kg.',
    checkedDaysAgo: 3,
  },
]

export async function openDirectory(db: Db, { now, today }: Today): Promise<void> {
  for (const { checkedDaysAgo, ...place } of demoPlaces)
    await makePlace(db, { ...place, checkedOn: addDays(today, -checkedDaysAgo) }, now)
}
