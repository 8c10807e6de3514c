import { expect, test } from 'vitest'
import type { Position } from '#/location/rules.ts'
import { distanceKm } from './distance.ts'
import { formerNames } from './former-names.ts'
import { knownAreas } from './known-areas.ts'
import { largeTowns } from './large-towns.ts'
import { findNamed, isCity } from './named-places.ts'
import { bundledPlaces, bundledPostOffices } from './open-gazetteer.ts'

const cities = await bundledPlaces('Asia/Kolkata')
const offices = await bundledPostOffices(cities)
const named = (name: string) => findNamed(name, cities, offices).map(({ display }) => display)

test.each([
  ['a PIN code', '560038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['a PIN code in two parts', '560 038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['a PIN code after its city', 'Bengaluru 560038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['an area with its city', 'Indiranagar, Bengaluru', 'Indiranagar, Bengaluru, Karnataka, India'],
  [
    'an area with the former name of its city',
    'indira nagar, bangalore',
    'Indiranagar, Bengaluru, Karnataka, India',
  ],
  ['a large city, which is no quarter', 'Pune', 'Pune, Maharashtra, India'],
  ['a city abroad', 'London', 'London, England, United Kingdom'],
  ['a city abroad with its state', 'Paris, Texas', 'Paris, Texas, United States'],
])('%s finds its place', (_what, name, display) => {
  expect(named(name)[0]).toBe(display)
})

test.each([
  ['Noida', 'Noida, Uttar Pradesh, India'],
  ['Mohali', 'Mohali, Punjab, India'],
  ['Aurangabad', 'Aurangabad, Maharashtra, India'],
  ['Raipur', 'Raipur, Chhattisgarh, India'],
  ['Kannur', 'Kannur, Kerala, India'],
  ['Thane', 'Thane, Maharashtra, India'],
  ['Erode', 'Erode, Tamil Nadu, India'],
  ['Dwarka', 'Dwarka, Delhi, India'],
  ['Powai', 'Powai, Mumbai, Maharashtra, India'],
])('%s is the place that most people mean, not a small one of its name', (name, display) => {
  expect(named(name)[0]).toBe(display)
})

test.each([
  ['Alleppey', 'Alappuzha, Kerala, India'],
  ['Quilon', 'Kollam, Kerala, India'],
  ['Tanjore', 'Thanjavur, Tamil Nadu, India'],
  ['Benares', 'Varanasi, Uttar Pradesh, India'],
  ['Pondicherry', 'Puducherry, India'],
  ['Shimoga', 'Shivamogga, Karnataka, India'],
  ['बेंगलुरु', 'Bengaluru, Karnataka, India'],
  ['ಬೆಂಗಳೂರು', 'Bengaluru, Karnataka, India'],
  ['मुंबई', 'Mumbai, Maharashtra, India'],
  ['சென்னை', 'Chennai, Tamil Nadu, India'],
  ['কলকাতা', 'Kolkata, West Bengal, India'],
])('%s is known as %s', (name, display) => {
  expect(named(name)[0]).toBe(display)
})

test.each<[string, number, number]>([
  ['Indiranagar, Bengaluru', 12.978, 77.641],
  ['Koramangala, Bengaluru', 12.934, 77.622],
  ['Whitefield, Bengaluru', 12.97, 77.75],
  ['Marathahalli, Bengaluru', 12.956, 77.7],
  ['Salt Lake, Kolkata', 22.587, 88.41],
  ['700091', 22.58, 88.42],
  ['Adyar, Chennai', 13.006, 80.257],
  ['T Nagar, Chennai', 13.041, 80.234],
  ['Bandra West, Mumbai', 19.055, 72.83],
  ['Powai, Mumbai', 19.12, 72.905],
  ['Baner, Pune', 18.56, 73.79],
  ['201301', 28.58, 77.33],
  ['122002', 28.48, 77.09],
  ['Dwarka, Delhi', 28.585, 77.05],
  ['Banjara Hills, Hyderabad', 17.412, 78.435],
  ['C Scheme, Jaipur', 26.91, 75.8],
])('%s is where it really is, within 3 km', (name, lat, lon) => {
  const [found] = findNamed(name, cities, offices)
  expect(distanceKm(found!, { lat, lon })).toBeLessThan(3)
})

test('each other name leads to one place of the data', () => {
  for (const [other, city] of Object.entries(formerNames))
    expect(cities.named(city).length, `${other} → ${city}`).toBeGreaterThan(0)
})

test('each large town is in the data, where the list has it', () => {
  for (const { city, lat, lng, pop } of largeTowns) {
    const [found] = cities.named(city)
    expect(found, city).toBeDefined()
    expect(distanceKm(found!, { lat, lon: lng }), city).toBeLessThan(5)
    expect(cities.sizeOf(found!), city).toBe(pop / 1000)
  }
})

test('an area in many cities is offered for each, the largest first', () => {
  const found = named('Indiranagar')
  expect(found[0]).toBe('Indiranagar, Bengaluru, Karnataka, India')
  expect(found.length).toBeLessThanOrEqual(5)
  expect(new Set(found).size).toBe(found.length)
})

test('the place of an area is its city, where people look for a vet', () => {
  expect(findNamed('560038', cities, offices)[0]).toMatchObject({
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    lat: expect.closeTo(12.97, 0),
    lon: expect.closeTo(77.6, 0),
  })
})

test.each([
  [
    'Bengaluru',
    'Indiranagar, Koramangala, Whitefield, HSR Layout, BTM Layout, Jayanagar, J P Nagar, Malleshwaram, Marathahalli, Frazer Town',
  ],
  [
    'Mumbai',
    'Andheri West, Andheri East, Bandra West, Bandra, Powai, Juhu, Colaba, Dadar, Malad West, Sion, Vile Parle East',
  ],
  [
    'Delhi',
    'Karol Bagh, Connaught Place, Lajpat Nagar, Saket, Dwarka, Rohini, Hauz Khas, Vasant Kunj, Greater Kailash, Model Town',
  ],
  [
    'Chennai',
    'T Nagar, Adyar, Anna Nagar, Velachery, Mylapore, Nungambakkam, Besant Nagar, Guindy, Thiruvanmiyur, Porur, Triplicane',
  ],
  [
    'Kolkata',
    'Salt Lake, New Town, Park Street, Ballygunge, Behala, Jadavpur, Tollygunge, Alipore, Gariahat, Entally',
  ],
  [
    'Hyderabad',
    'Banjara Hills, Jubilee Hills, Gachibowli, Madhapur, Hitech City, Kukatpally, Begumpet, Ameerpet, Kondapur, Uppal, L B Nagar',
  ],
  ['Pune', 'Koregaon Park, Kothrud, Viman Nagar, Hinjewadi, Baner, Aundh, Wakad, Hadapsar, Kharadi'],
  [
    'Ahmedabad',
    'Navrangpura, Satellite, Bodakdev, Vastrapur, Maninagar, Bopal, Prahlad Nagar, Paldi, Thaltej, Naranpura',
  ],
  ['Jaipur', 'C Scheme, Raja Park, Jagatpura, Sanganer, Tonk Road, Bani Park'],
  ['Lucknow', 'Gomti Nagar, Hazratganj, Alambagh, Mahanagar, Aminabad, Chinhat'],
])('areas of %s are found first by name alone', (city, areas) => {
  for (const area of areas.split(', ')) {
    const [first] = findNamed(area, cities, offices)
    expect(first, area).toMatchObject({ city, country: 'India' })
  }
})

test.each([
  ['T Nagar', 'T Nagar, Chennai, Tamil Nadu, India'],
  ['T. Nagar', 'T Nagar, Chennai, Tamil Nadu, India'],
  ['t nagar, theni', 'T.Nagar, Allinagaram, Tamil Nadu, India'],
  ['andheri west', 'Andheri West, Mumbai, Maharashtra, India'],
  ['Salt Lake', 'Salt Lake, Kolkata, West Bengal, India'],
  ['Salt Lake City', 'Salt Lake City, Utah, United States'],
  ['Velachery', 'Velacheri, Chennai, Tamil Nadu, India'],
  ['Koregaon Park, Pune', 'Koregaon Park, Pune, Maharashtra, India'],
  ['Sion', 'Sion, Mumbai, Maharashtra, India'],
])('%j is %j', (name, display) => {
  expect(named(name)[0]).toBe(display)
})

test('an area in several large cities is offered for each of them', () => {
  expect(named('Malviya Nagar')).toEqual(
    expect.arrayContaining(['Malviya Nagar, Delhi, India', 'Malviya Nagar, Jaipur, Rajasthan, India']),
  )
})

test('the PIN code of each area on our own list is in its city', () => {
  for (const [city, areas] of Object.entries(knownAreas)) {
    for (const [area, pin] of Object.entries(areas)) {
      const [place] = findNamed(`${area}, ${city}`, cities, offices)
      expect(place, area).toMatchObject({ city, display: expect.stringContaining(`${area}, ${city}`) })
      const [ofPin] = findNamed(String(pin), cities, offices)
      const [home] = cities.named(`${city}, India`)
      expect(distanceKm(ofPin as Position, home as Position), `${area} ${pin}`).toBeLessThan(45)
    }
  }
})

test('a large city is known without the post offices', () => {
  expect(isCity('Pune', cities)).toBe(true)
  expect(isCity('bangalore, karnataka', cities)).toBe(true)
  expect(isCity('Bengaluru 560038', cities)).toBe(false)
  expect(isCity('Indiranagar', cities)).toBe(false)
})

test.each([
  ['Karunamoyee, Salt Lake', 'Karunamoyee, Salt Lake, Kolkata, West Bengal, India'],
  ['Salt Lake Sector 3', 'Salt Lake Sector 3, Kolkata, West Bengal, India'],
  ['Salt Lake Sector III, Kolkata', 'Salt Lake Sector III, Kolkata, West Bengal, India'],
  ['Near tank 8, Salt Lake Sector V', 'Near tank 8, Salt Lake Sector V, Kolkata, West Bengal, India'],
])('of %s only a part is known, and its position is taken', (name, display) => {
  const [salt] = findNamed('Salt Lake', cities, offices)
  const found = findNamed(name, cities, offices)
  expect(found).toEqual([{ ...salt, display, positionOf: 'Salt Lake' }])
})

test('a PIN code whose areas have one position is that position, and one with several asks', () => {
  expect(findNamed('700091', cities, offices)).toMatchObject([
    { display: '700091, Kolkata, West Bengal, India', city: 'Kolkata' },
  ])
  expect(named('560038')[0]).toBe('Indiranagar, Bengaluru, Karnataka, India')
})

test.each(['999999', '000000', 'Xyzzy', '12345', '5600381'])('%s finds nothing', (name) => {
  expect(named(name)).toEqual([])
})

test('an operator elsewhere has no Indian areas in memory', async () => {
  expect(await bundledPostOffices({ ...cities, homeCountry: 'FR' })).toBeUndefined()
  expect(findNamed('Pune', cities, undefined)[0]?.display).toBe('Pune, Maharashtra, India')
})
