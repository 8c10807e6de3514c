import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { sendSweep } from '#/kernel/testing/send-sweep.ts'
import { daysOf, read, slotsOf } from './booking.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, type Session, signUpByApi, test, visit } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'
import { payByApi, saveUpi } from './sandbox.ts'

const minute = 60_000
const fee = 50_000

/** Signs up a vet who offers teleconsultations for ₹500. */
async function becomeOnlineVet(page: Page): Promise<string> {
  const id = await becomeOpenVet(page)
  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({ offers_teleconsultation: true, consultation_fee: fee })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

/** Books a teleconsultation some days ahead, and pays for it. */
async function payVisit(owner: Session, vetId: string): Promise<string> {
  const paymentMethodId = await saveUpi(owner)
  const days = (await daysOf(owner, vetId)).filter(({ state }) => state === 'available')
  const [slot] = await slotsOf(owner, vetId, days[3]!.date)
  const { date, startTime, endTime } = slot!
  const booked = await owner.request.post('/api/veterinary/appointments', {
    data: {
      vetId,
      slot: { date, startTime, endTime },
      appointmentType: 'teleconsultation',
      contactMethod: 'whatsapp',
      contactLink: '+919812345678',
      disclaimerAccepted: true,
      paymentMethodId,
    },
  })
  expect(booked.ok(), await booked.text()).toBe(true)
  const { id } = (await booked.json()) as { id: string }
  const upcoming = async () => {
    type Row = { status: string; payment: { id: string } }
    return (await read<{ rows: Row[] }>(owner, '/appointments?tab=upcoming')).rows
  }
  await payByApi(owner, (await upcoming())[0]!.payment.id)
  await expect.poll(upcoming).toMatchObject([{ status: 'confirmed' }])
  return id
}

/** Moves the visit, so that it began some minutes ago. */
async function moveBack(id: string, minutesAgo: number): Promise<void> {
  // In a zone where it is about noon, because a visit can't cross midnight.
  const ahead = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const startsAt = new Date(Math.floor(Date.now() / minute - minutesAgo) * minute)
  const endsAt = new Date(startsAt.getTime() + 30 * minute)
  await inDatabase(async (db) => {
    await sql`update calendar_holds set during = tstzrange(${startsAt}, ${endsAt})
      where appointment_id = ${id}`.execute(db)
    await db
      .updateTable('appointments')
      .set({ starts_at: startsAt, ends_at: endsAt, time_zone: zone })
      .where('id', '=', id)
      .execute()
  })
}

/** Runs a periodic job at once. */
async function sweep(name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: process.env['E2E_DATABASE_URL']!,
    schema: 'jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await boss.start()
  await sendSweep(boss, name)
  await boss.stop({ graceful: false })
}

const card = (page: Page) => page.getByRole('article')
const confirmDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Waits for background jobs. */
async function expectAfterReload(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(card(page).first()).toContainText(text, { timeout: 5_000 })
  }).toPass()
}

test('an owner contests a no-show, and the vet answers that they were there', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const vet = await openWindow()
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const id = await payVisit(page, vetId)
  await moveBack(id, 20)

  await vet.goto('/appointments?side=visits&tab=upcoming')
  await vet.getByRole('button', { name: 'No-show: Asha Verma' }).click()
  await expect(vet.getByRole('dialog')).toContainText('contest it for 24 hours; you’re not paid before then.')
  await expectAccessible(vet)
  await confirmDialog(vet, 'Note the no-show')
  await expect(vet.getByText('No-show noted', { exact: true })).toBeVisible()

  await page.goto('/appointments?tab=past')
  await expect(card(page)).toContainText(/If that’s wrong, contest it by .* The vet isn’t paid before then\./)
  await expect(page.getByRole('button', { name: /didn’t come: Dr. Leela Menon$/ })).toBeHidden()
  await page.getByRole('button', { name: /^Contest no-show: / }).click()
  await expect(page.getByRole('dialog')).toContainText('and refund you in full. Until then nobody is paid.')
  await expectAccessible(page)
  await confirmDialog(page, 'Contest it')
  await expect(page.getByText('No-show contested', { exact: true })).toBeVisible()
  await expect(card(page)).toContainText('You said this no-show is wrong. We asked Dr. Leela Menon.')
  await expectAccessible(page)

  await visit(vet, '/appointments?side=visits&tab=past')
  await expect(card(vet)).toContainText('Asha Verma says this no-show is wrong. If you were there, say so by')
  await expectAccessible(vet)
  await vet.getByRole('button', { name: /^Agree and \w+: Asha Verma/ }).click()
  await expect(vet.getByRole('dialog')).toContainText(
    'We’ll cancel the appointment and refund the owner in full.',
  )
  await confirmDialog(vet, 'Go back')
  await vet.getByRole('button', { name: 'I was there for Asha Verma' }).click()
  await expect(vet.getByText('Noted', { exact: true })).toBeVisible()
  await expect(vet.getByRole('button', { name: 'I was there for Asha Verma' })).toBeHidden()

  await page.reload()
  await expect(card(page)).toContainText('They say that they were there. If you disagree, write to us')
  await expect(card(page)).toContainText('₹500.00, paid')
})

test('an owner gets a full refund when their vet neither came nor answers', async ({ page, openWindow }) => {
  test.slow()
  const vet = await openWindow()
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const id = await payVisit(page, vetId)
  await moveBack(id, 20)
  await page.goto('/appointments')
  await page.getByRole('button', { name: /didn’t come: Dr. Leela Menon$/ }).click()
  await expectAccessible(page)
  await confirmDialog(page, 'Report it')
  await expect(card(page)).toContainText('You reported that Dr. Leela Menon didn’t come.')

  // The vet answers it, and can't note a no-show instead.
  await vet.goto('/appointments?side=visits&tab=upcoming')
  await expect(card(vet)).toContainText('Asha Verma says that you didn’t come. If you were there, say so by')
  await expect(vet.getByRole('button', { name: 'I was there for Asha Verma' })).toBeVisible()
  await expect(
    vet.getByRole('button', { name: /^(No-show: Asha Verma|Cancel Asha Verma’s appointment)/ }),
  ).toHaveCount(0)
  await expectAccessible(vet)

  await inDatabase((db) =>
    db
      .updateTable('appointments')
      .set({ absence_reported_at: new Date(Date.now() - 25 * 60 * minute) })
      .where('id', '=', id)
      .execute(),
  )
  await sweep('give-up-absent-appointments')
  await visit(page, '/appointments?tab=past')
  await expectAfterReload(page, '₹500.00, refunded')
  await expect(card(page)).toContainText('Cancelled')
  await visit(vet, '/appointments?side=visits&tab=past')
  await expect(card(vet)).toContainText('The vet didn’t come')
})

test('an owner takes a full refund once their vet is suspended', async ({ page, openWindow }) => {
  test.slow()
  const [vet, desk] = [await openWindow(), await openWindow()]
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  await payVisit(page, vetId)
  await openDesk(desk, 'Nadia')
  const { user } = await (await vet.request.get('/api/me')).json()
  await desk.goto(`/admin-dashboard?view=users&user=${user.id}`)
  await desk.getByRole('button', { name: /^Suspend/ }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('Licence withdrawn')
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspend/ })
    .click()
  await expect(desk.getByRole('button', { name: /^Lift/ })).toBeVisible()

  await page.goto('/appointments')
  await expect(card(page)).toContainText('Dr. Leela Menon can’t take appointments at the moment')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /^(Cancel|Reschedule) appointment/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Take a full refund: Dr. Leela Menon' }).click()
  await expect(page.getByRole('dialog')).toContainText('₹500.00 goes back to where it came from.')
  await expectAccessible(page)
  await confirmDialog(page, 'Take the refund')
  await expect(page.getByText('Refund on its way', { exact: true })).toBeVisible()
  await visit(page, '/appointments?tab=past')
  await expectAfterReload(page, '₹500.00, refunded')
})

test('an admin refunds part of a payment, with a reason that the owner and the vet read', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const [vet, desk] = [await openWindow(), await openWindow()]
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const id = await payVisit(page, vetId)
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=appointments&reference=${id}`)
  await desk.getByRole('button', { name: 'Refund Asha Verma' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('You can refund up to ₹500.00.')
  const reason = `The call broke off after five minutes, ${crypto.randomUUID().slice(0, 8)}`
  await dialog.getByLabel('Reason').fill('x'.repeat(250))
  await expect(dialog.getByLabel('Reason')).toHaveValue('x'.repeat(200))
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel('Amount in rupees').fill('900')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toContainText('Please enter an amount from ₹1 to ₹500.00.')
  await expectAccessible(desk)
  await dialog.getByLabel('Amount in rupees').fill('200.00')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).dblclick()
  await expect(desk.getByText('The refund is on its way.')).toBeVisible()
  await visit(desk, '/admin-dashboard?view=refunds')
  const line = desk.getByRole('article').filter({ hasText: reason })
  await expect(line).toContainText('Dr. Leela Menon')
  await expectAccessible(desk)
  // The refund is listed at the sandbox in the night, and in the ledger at once.
  await visit(desk, '/admin-dashboard?view=reconciliation')
  await expect(desk.getByRole('article').first()).toContainText('Not listed yet')
  await expectAccessible(desk)
  await desk.getByRole('article').first().getByRole('link').click()
  await expect(desk).toHaveURL(/day=/)
  const refund = desk
    .getByRole('article', { name: /^Refund,/ })
    .filter({ has: desk.locator(`a[href*="${id}"]`) })
  const more = desk.getByRole('button', { name: 'Show more' })
  await expect(async () => {
    await desk.reload()
    await expect(refund.or(more).first()).toBeVisible({ timeout: 5_000 })
    while (!(await refund.isVisible()) && (await more.isVisible())) await more.click()
    await expect(refund).toContainText('Difference', { timeout: 5_000 })
  }).toPass()
  await expectAccessible(desk)

  await page.goto('/payments?tab=history')
  await expectAfterReload(page, reason)
  await expect(card(page)).toContainText('Partly refunded')
  await expect(card(page)).toContainText('₹200.00')
  await expectAccessible(page)
  const told = async () =>
    (await read<{ rows: { title: string; message: string }[] }>(vet, '/notifications')).rows.map(
      ({ title, message }) => `${title}: ${message}`,
    )
  await expect(async () =>
    expect(await told()).toContainEqual(
      expect.stringMatching(
        `Support refunded an owner: Asha Verma is getting back ₹200.00 .* Reason: ${reason}`,
      ),
    ),
  ).toPass()
})
