import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn, signOut } from '#/app/testing/browser/people.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { answerSitterPage, makeSitterPage } from './sitter.factory.ts'

test('visitors read a profile, and log in to send a request or report the sitter', async () => {
  const roshni = makeSitterPage('Roshni Das', { photos: ['/homes/garden.svg', '/homes/verandah.svg'] })
  answerSitterPage(roshni)
  await openPage(`/sitter-profile/${roshni.id}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Roshni Das$/)
  await expect.element(page.getByText('No reviews yet.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: /has room/ })).toBeVisible()
  await expect.element(page.getByText('Roshni Das has no set hours: you can ask for any time.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Send Booking Request' }).click()
  await expect.poll(address).toBe('/login')

  await openPage(`/sitter-profile/${roshni.id}`)
  await page.getByRole('link', { name: 'Report Roshni Das' }).click()
  await expect.poll(address).toBe('/login')
})

test('a sitter’s page says in which hours pets are taken, dropped off and picked up', async () => {
  const roshni = makeSitterPage('Roshni Das', { hours: 'Mon–Fri, 9:00–18:00' })
  answerSitterPage(roshni)
  await openPage(`/sitter-profile/${roshni.id}`)
  await expect
    .element(page.getByText('Mon–Fri, 9:00–18:00. Stays are dropped off and picked up in these hours.'))
    .toBeVisible()
})

test('an owner reports a sitter, and says why', async () => {
  const roshni = makeSitterPage('Roshni Das')
  answerSitterPage(roshni)
  signIn('Asha Verma')
  await openPage(`/sitter-profile/${roshni.id}`)
  await page.getByRole('button', { name: 'Report Roshni Das' }).click()
  const asking = page.getByRole('dialog', { name: 'Report Roshni Das?' })
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect.element(asking.getByText('Please choose one.')).toBeVisible()
  await expectAccessible()
  await choose(asking.getByLabelText('The profile is false or misleading'))
  await asking.getByLabelText('What happened?').fill('There is no garden.')
  const { inputs } = answer(messagingContract.reportProfile)
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect
    .element(page.getByText('Thank you. We’ll look into it, and tell you the outcome.'))
    .toBeVisible()
  expect(inputs).toMatchObject([{ providerId: roshni.id, reason: 'There is no garden.' }])
})

test('an address that leads to no sitter says so', async () => {
  signOut()
  const notFound = page.getByRole('heading', { name: 'Sitter not found' })
  await openPage('/sitter-profile/nobody')
  await expect.element(notFound).toBeVisible()
  const { inputs } = refuse(sittingContract.sitter, 'request.not_found')
  await openPage(`/sitter-profile/${newId()}`)
  await expect.element(notFound).toBeVisible()
  expect(inputs).toHaveLength(1)
  await expectAccessible()
})
