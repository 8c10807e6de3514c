import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld({ SITTING_TAX_PERCENT: '18', TAX_ID: '29ABCDE1234F1Z5' })
const { db } = world
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const method = await makeMethod(db, asha.userId)

async function ask(day: 'wednesday' | 'thursday', startDate: string) {
  const { requests } = await asha.call.sitting.request({
    service: 'day-care',
    schedule: 'repeat-weekly',
    daysOfWeek: [day],
    startDate,
    sitters: [{ id: omId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId: method,
  })
  return requests[0]!.id
}

const taxes = async () =>
  (await db.selectFrom('payments').select('tax_percent').orderBy('created_at').execute()).map((row) =>
    Number(row.tax_percent),
  )

test('a sitter’s payments include the tax of the request, also on days that a repeat makes later', async () => {
  const id = await ask('wednesday', '2026-11-04')
  // It was sent before the operator changed the tax.
  await db.updateTable('sitting_requests').set({ tax_percent: '5' }).execute()
  await om.call.appointments.accept({ id })
  expect(await taxes()).toEqual([5, 5, 5, 5])
  await world.app.jobs.runSweep('extend-sitting-repeats', new Date('2026-11-12T06:00:00Z'))
  expect(await taxes()).toEqual([5, 5, 5, 5, 5, 5])
})

test('a new request has the operator’s tax, and its receipt says so', async () => {
  const id = await ask('thursday', '2026-11-05')
  await om.call.appointments.accept({ id })
  expect((await taxes()).filter((tax) => tax === 18)).toHaveLength(4)
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  const { payment } = rows.find((row) => row.id === id)!
  await pay(world, asha, payment!.id)
  const answer = await fetch(`${world.url}/receipts/${payment!.id}.pdf`, { headers: { cookie: asha.cookie } })
  const text = textOfPdf(Buffer.from(await answer.arrayBuffer()))
  for (const part of ['GST number 29ABCDE1234F1Z5', 'of which GST 18%']) expect(text, part).toContain(part)
  expect(await world.findBrokenInvariants()).toEqual([])
})
