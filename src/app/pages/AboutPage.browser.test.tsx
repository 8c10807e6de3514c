import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack } from '#/app/testing/browser/answers.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { appointmentsContract } from '#/appointments/contract.ts'

test('the about page shows its counts without layout shift', async () => {
  const tell = holdBack(appointmentsContract.counts, {
    providers: { veterinary: 12, training: 1, styling: 3, sitting: 0 },
    cities: 4,
    completed: 1250,
  })
  await openPage('/about')
  const next = page.getByRole('heading', { name: 'What we promise' })
  await expect.element(next).toBeVisible()
  const before = next.element().getBoundingClientRect()
  tell()
  await expect.element(page.getByText('verified vets')).toBeVisible()
  await expect.element(page.getByText('trainer', { exact: true })).toBeVisible()
  await expect.element(page.getByText('cities', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1,250')).toBeVisible()
  expect(next.element().getBoundingClientRect()).toEqual(before)
  await expectAccessible()
})

test('the about page of an empty marketplace shows no counts', async () => {
  answer(appointmentsContract.counts, {
    providers: { veterinary: 0, training: 0, styling: 0, sitting: 0 },
    cities: 3,
    completed: 0,
  })
  await openPage('/about')
  await expect.element(page.getByText('cities', { exact: true })).toBeVisible()
  expect([...document.querySelectorAll('dl dt')].map(({ textContent }) => textContent)).toEqual(['cities'])
})
