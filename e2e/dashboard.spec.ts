import type { Page } from '@playwright/test'
import { formatDay } from '#/kernel/time.ts'
import { book, bookSoon, daysOf, slotsOf } from './booking.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'

const block = (page: Page, name: string) => page.getByRole('region', { name })

/** Returns a list that grows with each request for the code of a provider's blocks. */
function watchProviderCode(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (/ProviderBlocks/.test(request.url())) urls.push(request.url())
  })
  return urls
}

test('a vet answers requests from the dashboard, oldest first', async ({ page, openSession }) => {
  const providerCode = watchProviderCode(page)
  const vetId = await becomeOpenVet(page)
  const [asha, ravi] = [await openSession(), await openSession()]
  await signUpByApi(asha, 'Asha Verma')
  await signUpByApi(ravi, 'Ravi Kumar')
  const days = (await daysOf(asha, vetId)).filter(({ state }) => state === 'available')
  const [later] = await slotsOf(asha, vetId, days[4]!.date)
  const asked = await book(asha, vetId, later!, 'Vaccination')
  await bookSoon(ravi, vetId, 'Limping')

  await page.goto('/dashboard')
  const requests = block(page, 'Requests waiting')
  const rows = requests.getByRole('article')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Asha Verma')
  await expect(rows.first()).toContainText(`${asked.startTime}-${asked.endTime}`)
  await expect(rows.first()).toContainText(`Answer by ${formatDay(asked.date)}, ${asked.endTime}`)
  await expect(rows.last()).toContainText('Ravi Kumar')
  await expect(block(page, 'Rating and response rate').getByText('New')).toBeVisible()
  expect(providerCode).not.toEqual([])
  await expect(block(page, 'Rating and response rate').getByText('Response rate')).toHaveCount(1)

  await rows.first().getByRole('button', { name: 'Accept Asha Verma’s request' }).dblclick()
  await expect(page.getByText('Request accepted')).toHaveCount(1)
  await expect(rows).toHaveCount(1)
  await expect(block(page, 'Next up').getByRole('article')).toContainText('Asha Verma')
  await expect(block(page, 'Next up').getByRole('article')).toContainText(/in \d days/)

  await rows.getByRole('button', { name: 'Decline Ravi Kumar’s request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Reason').fill('Away that day')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect(requests.getByText('No requests are waiting')).toBeVisible()
  await expect(requests.getByText('No requests are waiting')).toBeFocused()
  const figures = block(page, 'Rating and response rate')
  await expect(figures.getByText('100%')).toBeVisible()
  await expect(figures).toContainText('you accepted or declined 2 of 2 requests before they expired')
  await expectAccessible(page)

  const nextUp = block(page, 'Next up')
  await nextUp.getByRole('button', { name: 'Cancel Asha Verma’s appointment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(nextUp.getByText('No upcoming appointments')).toBeVisible()
})
