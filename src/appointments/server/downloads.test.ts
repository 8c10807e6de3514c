import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const card = await saveCard(world, asha)

const open = (path: string, person?: Person) =>
  fetch(`${world.url}${path}`, { headers: person ? { cookie: person.cookie } : {}, redirect: 'manual' })

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await world.app.jobs.deliverEvents(world.clock.now)
  }
}

const online = {
  slot: { date: '2026-11-05', startTime: '10:00', endTime: '10:30' },
  appointmentType: 'teleconsultation',
  contactMethod: 'zoom',
  contactLink: 'https://zoom.us/j/1',
  disclaimerAccepted: true,
} as const
const booked = await asha.call.veterinary.book({ ...online, vetId, paymentMethodId: card })
const paymentId = booked.payment!.id
await pay(world, asha, paymentId)
await settled()

const field = (text: string, name: string) => new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(text)?.[1]?.trim()

test('the calendar file keeps its name and increases its sequence with each change', async () => {
  const path = `/calendar/${booked.id}.ics`
  const first = await open(path, asha)
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await first.text()
  expect(field(text, 'DTSTART')).toBe('20261105T043000Z')
  expect(field(text, 'SUMMARY')).toBe('Teleconsultation with Dr. Meera Iyer')
  expect(field(text, 'STATUS')).toBe('CONFIRMED')
  await asha.call.appointments.reschedule({
    id: booked.id,
    slot: { date: '2026-11-06', startTime: '11:00', endTime: '11:30' },
  })
  const moved = await (await open(path, meera)).text()
  expect(field(moved, 'UID')).toBe(field(text, 'UID'))
  expect(field(moved, 'DTSTART')).toBe('20261106T053000Z')
  expect(Number(field(moved, 'SEQUENCE'))).toBeGreaterThan(Number(field(text, 'SEQUENCE')))
  await meera.call.appointments.cancel({ id: booked.id })
  const cancelled = await (await open(path, asha)).text()
  expect(field(cancelled, 'METHOD')).toBe('CANCEL')
  expect(field(cancelled, 'STATUS')).toBe('CANCELLED')
  expect(Number(field(cancelled, 'SEQUENCE'))).toBeGreaterThan(Number(field(moved, 'SEQUENCE')))
})

test('a receipt shows what was paid, how, and what was refunded', async () => {
  await settled()
  const answer = await open(`/receipts/${paymentId}.pdf`, asha)
  expect(answer.status).toBe(200)
  const text = textOfPdf(Buffer.from(await answer.arrayBuffer()))
  for (const part of ['PF-000001', 'asha', 'Visa •••• 1111', '₹600.00', 'Refunded', '₹0.00'])
    expect(text, part).toContain(part)
  expect(text).toContain('Veterinary care: no GST is charged.')
})

test('a receipt shows the tax included at booking, and who collects it', async () => {
  const taxed = await openWorld({ VET_TAX_PERCENT: '18', TAX_ID: '29ABCDE1234F1Z5' })
  const ravi = await taxed.signUp('ravi')
  const kabir = await taxed.signUp('kabir')
  const id = await makeVet(taxed.db, { userId: kabir.userId, fullName: 'Kabir Shah', teleconsultation: true })
  const { payment } = await ravi.call.veterinary.book({
    ...online,
    vetId: id,
    paymentMethodId: await saveCard(taxed, ravi),
  })
  await pay(taxed, ravi, payment!.id)
  const answer = await fetch(`${taxed.url}/receipts/${payment!.id}.pdf`, { headers: { cookie: ravi.cookie } })
  const pdf = Buffer.from(await answer.arrayBuffer())
  const text = textOfPdf(pdf)
  for (const part of ['GST number 29ABCDE1234F1Z5', 'of which GST 18%', '₹91.53'])
    expect(text, part).toContain(part)
})

test('other users can’t download the files, and logged-out ones must log in', async () => {
  for (const path of [`/calendar/${booked.id}.ics`, `/receipts/${paymentId}.pdf`]) {
    expect((await open(path, ravi)).status).toBe(404)
    expect((await open(path)).status).toBe(401)
    expect((await open(path.replace(/[0-9a-f]{12}\./, '000000000000.'), asha)).status).toBe(404)
  }
  // The vet was paid, and isn't the payer.
  expect((await open(`/receipts/${paymentId}.pdf`, meera)).status).toBe(404)
})

test('the vet may put another link in the owner’s place, and joins by the latest', async () => {
  const { id } = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-06', startTime: '14:00', endTime: '14:30' },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'whatsapp' as const,
    contactLink: '98123 45678',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  const [own] = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows.filter(
    (one) => one.id === id,
  )
  expect(own).toMatchObject({ joinUrl: null })
  const { rows } = await meera.call.appointments.visits({ tab: 'upcoming' })
  // Before the payment, they may not see the number.
  expect(rows.find((visit) => visit.id === id)).toMatchObject({ contactLink: null, joinUrl: null })
  await meera.call.appointments.replaceContactLink({ id, contactLink: 'https://meet.google.com/2' })
  const mine = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  expect(mine.find((one) => one.id === id)).toMatchObject({ contactLink: 'https://meet.google.com/2' })
  for (const contactLink of ['my room 5', 'javascript:alert(1)', 'https://zoom.us@evil.example/']) {
    await meera.call.appointments.replaceContactLink({ id, contactLink })
    const shown = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
    expect(shown.find((one) => one.id === id)).toMatchObject({ contactLink, joinUrl: null })
  }
  await expect(
    ravi.call.appointments.replaceContactLink({ id, contactLink: 'https://evil.example' }),
  ).rejects.toMatchObject({ status: 403 })
})

const { ownerId } = asha
const { id: bruno } = await makePet(db, { ownerId, name: 'Bruno' })
const om = await world.signUp('om')
const trainerId = await makeTrainer(db, { userId: om.userId, fullName: 'Om Prakash', offersOnline: true })
const farah = await world.signUp('farah')
const stylistId = await makeStylist(db, { userId: farah.userId, fullName: 'Farah Khan' })
const startsAt = new Date('2026-11-12T04:30:00Z')

test.each([
  {
    title: 'Vet visit',
    provider: meera,
    name: 'Dr. Meera Iyer',
    make: () =>
      makeAppointment(db, { ownerId, vetId, petId: bruno, startsAt, minutes: 60, status: 'confirmed' }),
  },
  {
    title: 'Puppy Training',
    provider: om,
    name: 'Om Prakash',
    make: () => makeSession(db, { ownerId, trainerId, petId: bruno, startsAt }),
  },
  {
    title: 'Full Grooming',
    provider: farah,
    name: 'Farah Khan',
    make: () => makeStyling(db, { ownerId, stylistId, pets: [{ petId: bruno }], startsAt }),
  },
])('both sides’ calendar files name a $title as its trade does', async ({ title, provider, name, make }) => {
  const path = `/calendar/${await make()}.ics`
  for (const [person, other] of [
    [asha, name],
    [provider, 'asha'],
  ] as const) {
    const answer = await open(path, person)
    expect(answer.headers.get('content-disposition')).toContain('appointment-2026-11-12.ics')
    const text = await answer.text()
    expect(field(text, 'SUMMARY')).toBe(`${title} with ${other} (Bruno)`)
    expect([field(text, 'DTSTART'), field(text, 'DTEND')]).toEqual(['20261112T043000Z', '20261112T053000Z'])
    expect(field(text, 'STATUS')).toBe('CONFIRMED')
  }
  expect((await open(path, ravi)).status).toBe(404)
})

type Slot = { date: string; startTime: string; endTime: string }

test.each([
  {
    description: 'Teleconsultation with Dr. Meera Iyer',
    provider: 'Dr. Meera Iyer',
    book: (slot: Slot) => asha.call.veterinary.book({ ...online, slot, vetId, paymentMethodId: card }),
  },
  {
    description: 'Puppy Training with Om Prakash, online',
    provider: 'Om Prakash',
    book: (slot: Slot) =>
      asha.call.training.book({
        ...online,
        slot,
        trainerId,
        appointmentType: 'online_training',
        sessionType: 'Puppy Training',
        paymentMethodId: card,
      }),
  },
])(
  'a receipt of a $description names the service and its provider',
  async ({ description, provider, book }) => {
    const { payment } = await book({ ...online.slot, date: '2026-11-13' })
    await pay(world, asha, payment!.id)
    await settled()
    const answer = await open(`/receipts/${payment!.id}.pdf`, asha)
    expect(answer.status).toBe(200)
    const text = textOfPdf(Buffer.from(await answer.arrayBuffer()))
    for (const part of [description, provider, 'Visa •••• 1111']) expect(text, part).toContain(part)
  },
)
