import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { csvTemplate } from '#/emergency/import.ts'

const world = await openWorld()
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi', 'support')

const send = (file: string, isTrial = false) => asha.call.importEmergencyPlaces({ file, isTrial })
const head = 'kind,name,phone,city,latitude,longitude,opening_hours,animals,email,checked_on'
const file = (...lines: string[]) => [head, ...lines].join('\n')
const placesOf = async () => (await asha.call.emergencyPlaces({})).rows
const placed = ({ problems }: Awaited<ReturnType<typeof send>>) =>
  problems.map(({ line, column, problem }) => `${line} ${column}: ${problem}`)
const template = csvTemplate.replace('2026-11-20', '2026-10-20')

beforeEach(async () => {
  world.clock.now = mondayMorning
  await world.db.deleteFrom('emergency_places').execute()
})

test('the template can be imported: a trial writes nothing, then all is there, and again only changes', async () => {
  expect(await send(template, true)).toMatchObject({ isWritten: false, added: 2, changed: 0 })
  expect(await placesOf()).toEqual([])
  expect(await send(template)).toMatchObject({ isWritten: true, added: 2, problemCount: 0 })
  expect(await placesOf()).toMatchObject([
    {
      name: 'Lakeside Animal Hospital',
      phone: '+91 80 4000 1234',
      species: ['Dogs', 'Cats'],
      position: { lat: 12.97861, lon: 77.63883 },
      checkedOn: '2026-10-20',
      version: 1,
    },
    { name: 'Animal Helpline', city: null, checkedOn: '2026-11-02' },
  ])
  const again = template.replace('4000 1234', '4000 9999').replace('Bengaluru', 'BENGALURU')
  expect(await send(again)).toMatchObject({ isWritten: true, added: 0, changed: 2 })
  expect(await placesOf()).toMatchObject([
    { phone: '+91 80 4000 9999', city: 'BENGALURU', version: 2 },
    { version: 2 },
  ])
  expect((await asha.call.log({ action: 'emergency.imported' })).rows).toMatchObject([
    { admin: { id: asha.adminId }, after: { added: 0, changed: 2 } },
    { after: { added: 2, changed: 0 } },
  ])
})

test('a listed entry keeps what it has in columns that the file doesn’t have', async () => {
  const facts = {
    kind: 'shelter' as const,
    name: 'Green Yard',
    phone: '1962',
    city: 'Pune',
    address: '12 Lake Road',
    position: { lat: 18.52, lon: 73.85 },
    species: ['Dogs' as const],
    openingHours: '24x7',
    note: 'Ring at the side door',
    email: 'yard@example.org',
  }
  await asha.call.addEmergencyPlace({ fields: facts })
  const short = 'kind,name,phone,city\nshelter,Green Yard,1963,PUNE'
  const kept = ['address', 'latitude', 'longitude', 'opening_hours', 'animals', 'note', 'email']
  expect(await send(short, true)).toMatchObject({ changed: 1, kept })
  expect(await send(short)).toMatchObject({ isWritten: true, changed: 1 })
  const { species, ...rest } = facts
  expect(await placesOf()).toMatchObject([{ ...rest, phone: '1963', city: 'PUNE', species, version: 2 }])

  // Empty cells do erase. A single column of the two can't move an entry.
  const cleared = 'kind,name,phone,city,latitude,note,animals\nshelter,Green Yard,1963,Pune,,,'
  expect(await send(cleared)).toMatchObject({
    kept: ['address', 'latitude', 'longitude', 'opening_hours', 'email'],
  })
  expect(await placesOf()).toMatchObject([
    { ...rest, phone: '1963', note: null, species: [], version: 3, checkedOn: '2026-11-02' },
  ])
  const half = 'kind,name,phone,city,latitude\nshelter,Green Yard,1963,Pune,18.5'
  expect(placed(await send(half))).toEqual([
    '2 longitude: Please write degrees like 12.97861, both latitude and longitude.',
  ])
})

test('a second number of a cell goes into the note, if the file has one', async () => {
  const head = 'kind,name,phone,city,note'
  const cell = '"+91 80 4000 1234; +91 98450 12345 / 1962"'
  expect(
    await send(`${head}\nclinic,Day Paws,${cell},Pune,Side door\nclinic,Night Paws,${cell},Pune,`),
  ).toMatchObject({
    isWritten: true,
  })
  expect((await placesOf()).map(({ phone, note }) => [phone, note]).toSorted()).toEqual([
    ['+91 80 4000 1234', 'Also: +91 98450 12345, 1962'],
    ['+91 80 4000 1234', 'Side door. Also: +91 98450 12345, 1962'],
  ])
  expect(placed(await send(`kind,name,phone,city\nclinic,Day Paws,${cell},Pune`))).toEqual([
    '2 phone: Only one number fits here. Please add the column “note”: we’ll put the others there.',
  ])
  expect(placed(await send(`${head}\nclinic,Day Paws,1962 or ask,Pune,`))).toEqual([
    '2 phone: Please enter a phone number, like +91 98450 12345 or 1962.',
  ])
})

test('a name in capitals is the same entry, in the file and in the directory', async () => {
  await send(file('clinic,Br Clinic,1962,Pune,,,,,,'))
  expect(await send(file('clinic,BR CLINIC,1963,pune,,,,,,'))).toMatchObject({ added: 0, changed: 1 })
  expect(await placesOf()).toMatchObject([{ name: 'BR CLINIC', phone: '1963', version: 2 }])
  const facts = {
    kind: 'clinic' as const,
    phone: '1962',
    city: 'PUNE',
    address: null,
    position: null,
    species: [],
  }
  await expect(
    asha.call.addEmergencyPlace({
      fields: { ...facts, name: 'br clinic', openingHours: null, note: null, email: null },
    }),
  ).rejects.toMatchObject({ code: 'emergency.already_listed' })
  expect(placed(await send(file('clinic,Paws,1962,Pune,,,,,,', 'clinic,PAWS,1962,Pune,,,,,,')))).toEqual([
    '3 name: Line 2 is the same entry.',
  ])
})

test('0, 0 is no position', async () => {
  expect(placed(await send(file('clinic,Sea Paws,1962,Pune,0,0,,,,')))).toEqual([
    '2 latitude: 0, 0 lies in the sea. Please take the position from a map, or leave it out.',
  ])
})

test('an imported clinic is open for visitors by its hours', async () => {
  await send(file('clinic,Night Paws,+91 80 4000 0001,Bengaluru,12.98,77.64,24/7,,,'))
  const { places } = await world.visitor.emergency.directory({ lat: 12.98, lon: 77.64 })
  expect(places).toMatchObject([{ name: 'Night Paws', isAroundTheClock: true, isOpen: true }])
})

test('each problem has its line and column, and a single one keeps everything from being written', async () => {
  const result = await send(
    file(
      'clinic,Night Paws,1962,Bengaluru,,,,,,',
      'hospital,Day Paws,1962,Bengaluru,,,,,,',
      'clinic,,call us,Bengaluru,,,,,,',
      'clinic,Nowhere Paws,1962,,,,,,,',
      'clinic,Half Paws,1962,Bengaluru,12.97,,,,,',
      'clinic,Far Paws,1962,Bengaluru,91,200,,,,',
      'clinic,Late Paws,1962,Bengaluru,,,9 to 5,dragons,desk,2026-11-03',
      'clinic,Night Paws,1962,BENGALURU,,,,,,2026-02-30',
      'too,few,cells',
      `clinic,${'P'.repeat(121)},1962,Bengaluru,,,,,,`,
      'CLINIC,Night Paws,1962,bengaluru,,,,,,',
    ),
  )
  expect(placed(result)).toEqual([
    '3 kind: Please use one of: clinic, helpline, shelter, ambulance.',
    '4 name: Please give the name.',
    '4 phone: Please enter a phone number, like +91 98450 12345 or 1962.',
    '5 city: Please give the city. Only helplines and ambulances can be for the whole country.',
    '6 longitude: Please write degrees like 12.97861, both latitude and longitude.',
    '7 latitude: Please write degrees like 12.97861, both latitude and longitude.',
    '7 longitude: Please write degrees like 12.97861, both latitude and longitude.',
    '8 checked_on: Please enter a day until today, like 2026-11-24.',
    '8 animals: Please use some of: Dogs; Cats; Birds; Rabbits; Farm animals; Wild animals.',
    '8 opening_hours: Please write the hours like “Mon-Sat 09:00-20:00; Sun 10:00-14:00”, or “24x7”.',
    '8 email: This doesn’t look like an email address.',
    '9 checked_on: Please enter a day until today, like 2026-11-24.',
    '10 null: This line should have 10 cells.',
    '11 name: Please use 120 characters at most.',
    '12 name: Line 2 is the same entry.',
  ])
  expect(result).toMatchObject({ isWritten: false, problemCount: 15 })
  expect(await placesOf()).toEqual([])
})

test('a file that isn’t UTF-8, is too long, empty, or has wrong columns is refused clearly', async () => {
  const code = (file: string) => send(file).catch((error) => error.code)
  expect(placed(await send(file('clinic,Caf\u{fffd},1962,Pune,,,,,,')))).toEqual([
    '2 name: Some letters are damaged here (�). Please type them again.',
  ])
  expect(await code('Klinik;Telefon\nPaws;1962')).toBe('emergency.csv_columns')
  expect(await code('k\0i\0n\0d\0')).toBe('emergency.csv_encoding')
  expect(await code(file(...Array(1001).fill('a')))).toBe('emergency.csv_too_long')
  expect(await code('')).toBe('emergency.csv_empty')
  expect(await code(head)).toBe('emergency.csv_empty')
  expect(placed(await send(`${head.replace('phone', 'fax')}\na`))).toEqual([
    '1 null: We don’t know the column “fax”.',
    '1 null: The column “phone” is missing.',
  ])
  expect(placed(await send(file('"open,Oats')))).toEqual([
    '2 null: This line can’t be read. Is a quotation mark missing?',
  ])
})

test('two imports of the same entries at once list each entry once', async () => {
  const lines = Array.from({ length: 50 }, (_, n) => `clinic,Paws ${n},1962,Pune,,,,,,`)
  const results = await Promise.all([send(file(...lines)), send(file(...lines.toReversed()))])
  expect(results.map(({ isWritten }) => isWritten)).toEqual([true, true])
  const rows = await world.db.selectFrom('emergency_places').select('version').execute()
  expect(rows.map(({ version }) => version)).toEqual(Array(50).fill(2))
})

test('support imports entries too', async () => {
  expect(await ravi.call.importEmergencyPlaces({ file: template, isTrial: true })).toMatchObject({
    isWritten: false,
  })
})
