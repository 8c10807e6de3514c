import { afterAll, expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { calendarIn } from '#/kernel/testing/calendar-mail.ts'
import { startMailServer } from '#/kernel/testing/smtp-server.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const mailServer = await startMailServer()
afterAll(mailServer.close)
const world = await openWorld({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Pets <hello@pets.example.org>',
})
const { db } = world
const { jobs } = world.app
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
  consultationFee: null,
})
const om = await world.signUp('om')
const trainerId = await makeTrainer(db, { userId: om.userId, fullName: 'Om Prakash' })
const farah = await world.signUp('farah')
const stylistId = await makeStylist(db, { userId: farah.userId, fullName: 'Farah Khan' })
const { id: bruno } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
await db
  .updateTable('users')
  .set({ email_verified: true })
  .where('id', 'in', [asha.userId, meera.userId, om.userId, farah.userId])
  .execute()
const slot = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
const friday = { date: '2026-11-06', startTime: '11:00', endTime: '11:30' }
const refused = async (answer: Promise<unknown>) => expect(answer).rejects.toMatchObject({ status: 409 })

async function settled() {
  while ((await jobs.deliverEvents(world.clock.now)) > 0);
}

/** Returns the calendar of each mail to someone, in order; null for a mail without an invitation. */
function toldCalendars({ email }: Person) {
  return mailServer.received.filter(({ to }) => to.includes(email)).map(({ text }) => calendarIn(text))
}

test('a visit appears in, moves in and leaves both sides’ calendars', async () => {
  const { id } = await asha.call.veterinary.book({ vetId, slot })
  await settled()
  await meera.call.appointments.accept({ id })
  await settled()
  await asha.call.appointments.reschedule({ id, slot: friday })
  await settled()
  await meera.call.appointments.cancel({ id })
  await settled()

  const [asked, confirmed, moved, cancelled, ...more] = toldCalendars(asha)
  expect([asked, more]).toEqual([null, []])
  const files = [confirmed!, moved!, cancelled!]
  expect(files.map(({ field }) => field('METHOD'))).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  expect(files.map(({ header }) => /method=(\w+)/i.exec(header)?.[1])).toEqual([
    'REQUEST',
    'REQUEST',
    'CANCEL',
  ])
  expect(confirmed!.header).toMatch(/charset=utf-8/i)
  expect(files.map(({ field }) => field('STATUS'))).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
  expect(files.map(({ field }) => field('UID'))).toEqual(Array(3).fill(`${id}@localhost`))
  expect(files.map(({ field }) => field('DTSTART'))).toEqual([
    '20261105T043000Z',
    '20261106T053000Z',
    '20261106T053000Z',
  ])
  const numbers = files.map(({ field }) => Number(field('SEQUENCE')))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(3)
  expect(confirmed!.field('SUMMARY')).toBe('Vet visit with Dr. Meera Iyer')
  expect(confirmed!.field('ORGANIZER')).toContain('mailto:hello@pets.example.org')
  expect(confirmed!.file.match(/^ATTENDEE/gm)).toHaveLength(1)
  expect(confirmed!.field('ATTENDEE')).toMatch(new RegExp(`mailto:${asha.email}$`, 'i'))

  const vets = toldCalendars(meera).filter((one) => one !== null)
  expect(vets.map(({ field }) => [field('METHOD'), field('UID')])).toEqual([
    ['REQUEST', `${id}@localhost`],
    ['CANCEL', `${id}@localhost`],
  ])
  for (const { file } of files) expect(file).not.toContain(meera.email)
  for (const { file } of vets) expect(file).not.toContain(asha.email)
})

test.each([
  {
    what: 'visit',
    title: 'Vet visit',
    provider: meera,
    name: 'Dr. Meera Iyer',
    place: 'Bengaluru',
    // Vets aren't told about their own answer.
    toProvider: ['CANCEL'],
    async book() {
      const booked = await asha.call.veterinary.book({ vetId, slot, petId: bruno })
      await meera.call.appointments.accept({ id: booked.id })
      return booked
    },
  },
  {
    what: 'training session',
    title: 'Puppy Training',
    provider: om,
    name: 'Om Prakash',
    place: 'Indiranagar\\, Bengaluru',
    toProvider: ['REQUEST', 'CANCEL'],
    book: () =>
      asha.call.training.book({ trainerId, slot, petId: bruno, sessionType: 'Puppy Training' as const }),
  },
  {
    what: 'styling appointment',
    title: 'Full Grooming',
    provider: farah,
    name: 'Farah Khan',
    place: 'Bandra\\, Mumbai',
    toProvider: ['REQUEST', 'CANCEL'],
    book: () =>
      asha.call.styling.book({
        stylistId,
        slot: { ...slot, endTime: '11:00' },
        pets: [{ petId: bruno, service: 'Full Grooming' as const }],
      }),
  },
])(
  'both sides’ mails and calendars name a $what as its trade does',
  async ({ what, title, provider, name, place, toProvider, book }) => {
    await settled()
    mailServer.received.splice(0)
    const { id } = await book()
    await settled()
    await asha.call.appointments.cancel({ id })
    await settled()
    for (const [person, other, methods] of [
      [asha, name, ['REQUEST', 'CANCEL']],
      [provider, 'asha', toProvider],
    ] as const) {
      const files = toldCalendars(person).filter((file) => file !== null)
      expect(files.map(({ field }) => field('METHOD'))).toEqual(methods)
      for (const { field } of files) {
        expect(field('UID')).toBe(`${id}@localhost`)
        expect(field('DTSTART')).toBe('20261105T043000Z')
        expect(field('SUMMARY')).toBe(`${title} with ${other} (Bruno)`)
        expect(field('LOCATION')).toBe(place)
      }
      const mails = mailServer.received.filter(({ to }) => to.includes(person.email))
      expect(mails.at(-1)!.text.replaceAll('=\r\n', '')).toContain(`s ${what}`)
    }
  },
)

test('meeting links stay out of the calendars', async () => {
  mailServer.received.splice(0)
  const { id } = await asha.call.veterinary.book({
    vetId,
    slot,
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
  } as Parameters<typeof asha.call.veterinary.book>[0])
  await meera.call.appointments.accept({ id })
  await asha.call.appointments.reschedule({ id, slot: friday })
  await asha.call.appointments.cancel({ id })
  await settled()
  const files = [...toldCalendars(asha), ...toldCalendars(meera)].filter((one) => one !== null)
  expect(files.length).toBeGreaterThan(2)
  for (const { file, field } of files) {
    expect(field('SUMMARY')).toMatch(/^Teleconsultation with /)
    expect(file).not.toContain('zoom')
  }
})

test('a visit that was never confirmed is neither added to calendars nor removed from them', async () => {
  mailServer.received.splice(0)
  const { id } = await asha.call.veterinary.book({ vetId, slot })
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(toldCalendars(meera).length).toBeGreaterThan(0)
  expect([...toldCalendars(asha), ...toldCalendars(meera)].filter(Boolean)).toEqual([])
})

test('a visit whose vet didn’t come leaves the calendars once it is cancelled', async () => {
  const { id, startsAt } = await asha.call.veterinary.book({ vetId, slot })
  await meera.call.appointments.accept({ id })
  world.clock.now = new Date(startsAt.getTime() + 20 * 60_000)
  await asha.call.appointments.reportAbsence({ id })
  await settled()
  mailServer.received.splice(0)
  world.clock.now = new Date(startsAt.getTime() + 25 * HOUR)
  await jobs.runSweep('give-up-absent-appointments', world.clock.now)
  await settled()
  for (const person of [asha, meera])
    expect(toldCalendars(person).map((one) => one?.field('METHOD'))).toEqual(['CANCEL'])
  await refused(asha.call.appointments.cancel({ id }))
})

test('muted mails aren’t sent, and unconfirmed addresses get no invitation', async () => {
  world.clock.now = new Date('2026-11-02T03:30:00Z')
  mailServer.received.splice(0)
  await asha.call.notifications.choose({ type: 'appointment_confirmed', channel: 'email', isWanted: false })
  for (const [person, day] of [
    [asha, '2026-11-10'],
    [ravi, '2026-11-11'],
  ] as const) {
    const { id } = await person.call.veterinary.book({ vetId, slot: { ...slot, date: day } })
    await meera.call.appointments.accept({ id })
  }
  await settled()
  const subjects = (person: Person) =>
    mailServer.received
      .filter(({ to }) => to.includes(person.email))
      .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())
  expect(subjects(asha)).not.toContain('Appointment confirmed')
  expect(subjects(ravi)).toContain('Appointments: Confirmed appointments')
  expect(toldCalendars(ravi).filter(Boolean)).toEqual([])
})

test('a time that the vet proposed comes into both sides’ calendars once the owner takes it', async () => {
  mailServer.received.length = 0
  const { id } = await asha.call.veterinary.book({ vetId, slot: { ...slot, date: '2026-11-12' } })
  await meera.call.appointments.propose({ id, slot: { ...friday, date: '2026-11-13' } })
  await settled()
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  const proposalId = rows.find((row) => row.id === id)!.proposal!.id
  await asha.call.appointments.takeProposal({ id, proposalId })
  await settled()
  for (const person of [asha, meera]) {
    const [calendar, ...more] = toldCalendars(person).filter((one) => one !== null)
    expect(more).toEqual([])
    expect(['METHOD', 'STATUS', 'UID', 'DTSTART'].map((name) => calendar!.field(name))).toEqual([
      'REQUEST',
      'CONFIRMED',
      `${id}@localhost`,
      '20261113T053000Z',
    ])
  }
  const mails = mailServer.received.map(({ text }) => text).join()
  expect(mails).toContain('Another time proposed')
  expect(mails).toMatch(/and is\s+confirmed/)
})
