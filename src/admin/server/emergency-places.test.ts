import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePlace } from '#/emergency/server/factory.ts'

const world = await openWorld()
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi', 'support')

type PlaceInput = Parameters<typeof asha.call.addEmergencyPlace>[0]['fields']

const clinic: PlaceInput = {
  kind: 'clinic',
  name: 'Night Paws',
  phone: '+91 80 4000 0001',
  city: 'Bengaluru',
  address: '12 CMH Road',
  position: { lat: 12.97861, lon: 77.63883 },
  species: ['Dogs', 'Cats'],
  openingHours: '24x7',
  note: 'Ring at the side door.',
  email: 'desk@nightpaws.example',
}

beforeEach(async () => {
  world.clock.now = mondayMorning
  await world.db.deleteFrom('emergency_places').execute()
})

const add = async (fields: object = {}) => {
  const { id } = await asha.call.addEmergencyPlace({ fields: { ...clinic, ...fields } as never })
  return { id, version: 1 }
}
const logOf = async (subjectId: string) => (await asha.call.log({ subjectId })).rows

test('an entry that an administrator adds is there for visitors at once, without its mail address', async () => {
  const { id } = await add()
  const { places } = await world.visitor.emergency.directory({ lat: 12.98, lon: 77.64 })
  expect(places).toMatchObject([
    {
      id,
      kind: 'clinic',
      name: 'Night Paws',
      phone: '+91 80 4000 0001',
      city: 'Bengaluru',
      lat: 12.97861,
      lon: 77.63883,
      species: ['Dogs', 'Cats'],
      openingHours: '24x7',
      isAroundTheClock: true,
      isOpen: true,
      checkedOn: '2026-11-02',
    },
  ])
  expect(JSON.stringify(places)).not.toContain('nightpaws.example')
  expect(await ravi.call.emergencyPlace({ id })).toEqual({
    id,
    version: 1,
    ...clinic,
    checkedOn: '2026-11-02',
  })
})

test('changes, checks and removals are logged with the facts before and after, and never a mail address', async () => {
  const { id } = await add()
  world.clock.now = new Date('2026-11-09T20:00:00Z')
  const fields = { ...clinic, phone: '1962', email: null }
  await asha.call.changeEmergencyPlace({ id, version: 1, fields })
  await ravi.call.checkEmergencyPlace({ id, version: 2 })
  // It is Tuesday in Kolkata already.
  expect(await asha.call.emergencyPlace({ id })).toMatchObject({ phone: '1962', checkedOn: '2026-11-10' })
  await asha.call.removeEmergencyPlace({ id, version: 3, reason: 'Closed for good.' })
  expect((await world.visitor.emergency.directory({ city: 'Bengaluru' })).places).toEqual([])
  const lines = await logOf(id)
  expect(lines).toMatchObject([
    {
      action: 'emergency.removed',
      reason: 'Closed for good.',
      before: { kind: 'clinic', name: 'Night Paws', city: 'Bengaluru', phone: '1962' },
      subject: { kind: 'emergency_place', name: null },
    },
    {
      action: 'emergency.checked',
      before: { checkedOn: '2026-11-02' },
      after: { checkedOn: '2026-11-10' },
    },
    {
      action: 'emergency.changed',
      before: { phone: '+91 80 4000 0001', email: true },
      after: { phone: '1962', email: false },
    },
    { action: 'emergency.added', admin: { id: asha.adminId } },
  ])
  expect(lines[2]!.before).not.toHaveProperty('name')
  expect(JSON.stringify(lines)).not.toContain('nightpaws.example')
})

test('support keeps the directory too, and the log names them', async () => {
  const fields = { ...clinic, species: [] }
  const { id } = await ravi.call.addEmergencyPlace({ fields })
  await ravi.call.changeEmergencyPlace({ id, version: 1, fields: { ...fields, phone: '1962' } })
  await ravi.call.checkEmergencyPlace({ id, version: 2 })
  await ravi.call.removeEmergencyPlace({ id, version: 3, reason: 'Closed' })
  expect(await logOf(id)).toMatchObject(
    ['removed', 'checked', 'changed', 'added'].map((what) => ({
      action: `emergency.${what}`,
      admin: { id: ravi.adminId },
    })),
  )
})

test('of two admins who act on the same entry, the second is told', async () => {
  const seen = await add()
  const both = await Promise.allSettled([
    asha.call.changeEmergencyPlace({ ...seen, fields: { ...clinic, species: [], phone: '1962' } }),
    ravi.call.checkEmergencyPlace(seen),
    asha.call.removeEmergencyPlace({ ...seen, reason: 'Closed' }),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of both)
    if (result.status === 'rejected')
      expect(['emergency.changed_meanwhile', 'request.not_found']).toContain(result.reason.code)
  const gone = { id: '018f0000-0000-7000-8000-000000000000', version: 1 }
  await expect(ravi.call.checkEmergencyPlace(gone)).rejects.toMatchObject({ code: 'request.not_found' })
})

test('the same clinic isn’t listed twice in a city, however it is written and however fast', async () => {
  const both = await Promise.allSettled([add(), add({ city: 'bengaluru' })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(add()).rejects.toMatchObject({ code: 'emergency.already_listed', status: 409 })
  const other = await add({ city: 'Mysuru' })
  await expect(
    asha.call.changeEmergencyPlace({ ...other, fields: { ...clinic, species: [] } }),
  ).rejects.toMatchObject({ code: 'emergency.already_listed' })
})

test.each([
  ['name', { name: ' ' }, 'Please give the name.'],
  ['phone', { phone: 'call us' }, 'Please enter a phone number, like +91 98450 12345 or 1962.'],
  [
    'city',
    { city: null },
    'Please give the city. Only helplines and ambulances can be for the whole country.',
  ],
  ['openingHours', { openingHours: 'Mon 25:00-26:00' }, 'Please write the hours like'],
  ['email', { email: 'desk@' }, 'This doesn’t look like an email address.'],
  ['position.lat', { position: { lat: 97, lon: 12 } }, 'Too big'],
  ['species.0', { species: ['Dragons'] }, 'Invalid option'],
  ['note', { note: 'x'.repeat(201) }, 'Please use 200 characters at most.'],
])('a wrong %s is refused with its sentence', async (path, fields, sentence) => {
  const refused = await add(fields).catch((error) => error)
  expect(refused).toMatchObject({ code: 'request.malformed', data: { issues: [{ path: `fields.${path}` }] } })
  expect(refused.data.issues[0].message).toContain(sentence)
})

test('helplines can be for the whole country', async () => {
  await add({ kind: 'helpline', name: 'National', city: null, position: null })
  const { places } = await world.visitor.emergency.directory({})
  expect(places.map(({ name }) => name)).toEqual(['National'])
})

test('entries are paged, the longest unchecked first, and found by city, name and kind', async () => {
  const names: string[] = []
  for (let index = 0; index < 23; index++) {
    const name = `Clinic ${index}`
    const checkedOn = `2026-0${1 + (index % 9)}-01`
    await makePlace(world.db, { name, checkedOn, city: index === 7 ? 'Pune' : 'Bengaluru' }, mondayMorning)
  }
  await makePlace(world.db, { name: '100% Paws', kind: 'shelter', checkedOn: '2020-01-01' }, mondayMorning)
  let cursor: string | undefined
  const days: string[] = []
  do {
    const page = await ravi.call.emergencyPlaces({ cursor })
    names.push(...page.rows.map(({ name }) => name))
    days.push(...page.rows.map(({ checkedOn }) => checkedOn))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(new Set(names).size).toBe(24)
  expect(names[0]).toBe('100% Paws')
  expect(days).toEqual(days.toSorted())
  const found = async (input: object) => (await ravi.call.emergencyPlaces(input)).rows.map(({ name }) => name)
  expect(await found({ search: 'pun' })).toEqual(['Clinic 7'])
  expect(await found({ search: '100%' })).toEqual(['100% Paws'])
  expect(await found({ kind: 'shelter' })).toEqual(['100% Paws'])
})
