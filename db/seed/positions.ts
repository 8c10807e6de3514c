import { keepPosition } from '#/booking/server/place-providers.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Position } from '#/location/rules.ts'

/** Copied from the bundled places (a test compares), so that the first start needn't read those. */
export const demoPositions: Readonly<Record<string, Position>> = {
  'Andheri East, Mumbai': { lat: 19.12, lon: 72.87 },
  'Aundh, Pune': { lat: 18.56, lon: 73.81 },
  'Bandra West, Mumbai': { lat: 19.06, lon: 72.83 },
  'Bandra, Mumbai': { lat: 19.06, lon: 72.85 },
  'Banjara Hills, Hyderabad': { lat: 17.42, lon: 78.45 },
  'Gachibowli, Hyderabad': { lat: 17.44, lon: 78.35 },
  'Greater Kailash, New Delhi': { lat: 28.62, lon: 77.21 },
  'Hauz Khas, New Delhi': { lat: 28.62, lon: 77.21 },
  'Indiranagar, Bengaluru': { lat: 12.98, lon: 77.64 },
  'Jayanagar, Bengaluru': { lat: 12.92, lon: 77.59 },
  'Koramangala, Bengaluru': { lat: 12.93, lon: 77.63 },
  'Koregaon Park, Pune': { lat: 18.52, lon: 73.88 },
  'Powai, Mumbai': { lat: 19.13, lon: 72.92 },
  'Saket, New Delhi': { lat: 28.62, lon: 77.21 },
  'Vasant Kunj, New Delhi': { lat: 28.51, lon: 77.14 },
  'Whitefield, Bengaluru': { lat: 12.97, lon: 77.75 },
}

/** Gives the demo's providers positions, so that they can be found by distance at once. */
export async function placeDemoProviders(db: Db): Promise<void> {
  for (const [location, position] of Object.entries(demoPositions)) await keepPosition(db, location, position)
}
