import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskAppointmentRowSchema, deskAppointmentSchema } from '#/appointments/desk.ts'
import { cardSchema } from '#/sitting/card-contract.ts'

test('an administrator finds a disputed early end, sees what each decision costs, and decides', async () => {
  signInAdmin()
  const about = {
    id: newId(),
    status: 'confirmed' as const,
    title: 'Hostel stay',
    startsAt: new Date('2026-11-01T03:30:00Z'),
    endsAt: new Date('2026-11-05T11:30:00Z'),
    timeZone: 'Asia/Kolkata',
    owner: { id: newId(), name: 'Asha Verma' },
    provider: { id: newId(), name: 'Om Prakash' },
  }
  const payment = {
    id: newId(),
    status: 'completed' as const,
    amount: 400_000,
    refunded: 0,
    refundable: 400_000,
    isDisputed: false,
    isSandbox: false,
    currency: 'INR',
    receiptNumber: 'PF-000123',
  }
  const earlyEnd = { endedAt: new Date('2026-11-02T04:30:00Z'), nights: 4, nightsLeft: 3 }
  const shown = made(deskAppointmentSchema, { ...about, trade: 'veterinary', payment, earlyEnd })
  answer(adminContract.disputedEnds, () => ({
    rows: [made(deskAppointmentRowSchema, { ...about, disputedAt: new Date('2026-11-02T05:30:00Z') })],
    nextCursor: null,
  }))
  answer(adminContract.appointment, () => shown)
  const decided = answer(adminContract.decideEarlyEnd, () => {
    Object.assign(shown, { status: 'cancelled', earlyEnd: null })
  })
  await openPage('/admin-dashboard?view=appointments')
  const line = page.getByRole('article', { name: 'Asha Verma with Om Prakash' })
  await expect.element(line).toHaveTextContent(/waiting since Mon, 2 Nov 2026, .*Ended early/)
  await line.getByRole('link').click()
  await expect.element(page.getByRole('button', { name: 'Pay in full' })).toBeVisible()
  await page.getByRole('button', { name: 'Refund ₹3,000.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide for the owner?' })
  await expect
    .element(dialog)
    .toHaveTextContent(
      'The owner gets ₹3,000.00 back for 3 of 4 nights, and Om Prakash is paid for the others.',
    )
  await expectAccessible()
  await dialog.getByRole('textbox').fill('They never wrote that they agreed.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay in full' })).not.toBeInTheDocument()
  expect(decided.inputs).toEqual([
    { id: about.id, isUpheld: true, note: 'They never wrote that they agreed.' },
  ])
})

test('a card that was never sent hides its note from the owner only until it’s too late to change', async () => {
  signInAdmin()
  const id = newId()
  answer(adminContract.appointment, () =>
    made(deskAppointmentSchema, { id, trade: 'sitting', title: 'Dog walk', timeZone: 'Asia/Kolkata' }),
  )
  const card = (day: string, closesAt: string) =>
    made(cardSchema, {
      day,
      started: { at: new Date('2026-11-01T04:00:00Z'), onPhone: null },
      sentAt: null,
      closesAt: new Date(closesAt),
    })
  answer(adminContract.visitCards, {
    pets: [],
    timeZone: 'Asia/Kolkata',
    cards: [card('2026-11-01', '2020-01-01T00:00:00Z'), card('2026-11-02', '2100-01-01T00:00:00Z')],
  })
  await openPage(`/admin-dashboard?view=appointments&reference=${id}`)
  await expect
    .element(page.getByRole('region', { name: 'Visit card of 2026-11-01' }))
    .toHaveTextContent('Not sent, and too late to change: the owner sees it all')
  await expect
    .element(page.getByRole('region', { name: 'Visit card of 2026-11-02' }))
    .toHaveTextContent('Not sent: the owner sees taps and photos, but not the note')
})
