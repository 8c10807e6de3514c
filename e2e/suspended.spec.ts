import { makePayment } from '#/payments/server/factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment, vetName } from './provider.ts'

test('an owner isn’t asked to pay for an appointment with a suspended vet and reads why', async ({
  page,
  openSession,
}) => {
  const vet = await openSession()
  const vetId = await becomeOpenVet(vet)
  const { user } = await (await vet.request.get('/api/me')).json()
  await signUpByApi(page, 'Asha Verma')
  const owner = await (await page.request.get('/api/me')).json()
  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 72 * 3_600_000)
  const appointmentId = await haveAppointment(page, { vetId, status: 'pending', startsAt })
  const paymentId = await inDatabase((db) =>
    makePayment(db, { appointmentId, payerUserId: owner.user.id, payeeUserId: user.id }),
  )
  await page.goto('/appointments')
  const card = page.getByRole('article')
  await expect(card.getByRole('button', { name: `Pay now for ${vetName}` })).toBeVisible()

  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({ verification_status: 'suspended' })
      .where('id', '=', vetId)
      .execute(),
  )
  await page.reload()
  await expect(card).toContainText(`${vetName} can’t take appointments at the moment`)
  await expect(card.getByRole('button', { name: /^Pay now/ })).toBeHidden()
  await page.goto(`/payment-failure?payment=${paymentId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can’t pay right now')
  await expect(page.getByRole('main')).toContainText(`${vetName} can’t take appointments at the moment.`)
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeHidden()
  await expectAccessible(page)
  await page.goto('/payments?tab=history')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('support staff see who can suspend accounts, decide on records and correct appointments', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  const asha = await openSession()
  const { email } = await signUpByApi(asha, 'Asha Verma')
  const startsAt = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000)
  const id = await haveAppointment(asha, { vetId, status: 'no_show', startsAt })
  await openDesk(page, 'Farah', 'support')
  await page.goto('/admin-dashboard')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByText('Only an administrator can suspend this account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'End sessions' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin-dashboard?view=providers&record=veterinary_doctor&id=${vetId}`)
  await expect(page.getByText('Only an administrator can decide on a record.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend record' })).toBeHidden()
  await expectAccessible(page)
  await page.goto(`/admin-dashboard?view=appointments&reference=${id}`)
  await expect(page.getByText('Only an administrator can correct this to “Completed”.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Correct/ })).toBeHidden()
  await expectAccessible(page)
})
