import type { Page } from '@playwright/test'
import { formatDay } from '#/kernel/time.ts'
import { expect, expectAccessible, test } from './fixture.ts'
import { becomeOwner, becomeSitter, inDays } from './sitter.ts'

const times = (page: Page) => page.getByRole('region', { name: 'Times that suit you' })
const card = (page: Page, name: string) => page.getByRole('article', { name })

test('an owner asks for a meet & greet, the sitter suggests another time, they agree, and a request follows', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  test.slow()
  // A second meeting with the same sitter is refused.
  expectConsole(/409 \(Conflict\).*askToMeet/)
  const home = await openWindow()
  const { id, fullName } = await becomeSitter(home)
  const [bruno] = await becomeOwner(page, 'Bruno', 'Moti')
  await page.goto(`/sitter-profile/${id}?service=day-care&pets=${bruno}`)
  await page.getByRole('link', { name: 'Meet & greet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meet & greet')
  await expect(page.getByRole('radio', { name: 'Day care' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Bruno/ })).toBeChecked()
  await expectAccessible(page)

  const send = page.getByRole('button', { name: 'Ask for a meet & greet' })
  await send.click()
  await expect(page.getByText('Please say where you’ll meet.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Place' })).toBeFocused()
  await expect(page.getByText('Please choose a day.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Place' }).fill('Cubbon Park, main gate')
  await times(page).getByLabel('Day').fill(inDays(4))
  await times(page).getByLabel('Time').fill('17:30')
  await page.getByRole('button', { name: 'Add another time' }).click()
  await page.getByLabel('Day 2').fill(inDays(5))
  await page.getByLabel(/^Time 2/).fill('10:00')
  await page.getByLabel('Message').fill('Bruno is shy at first.')
  // What is filled in survives a visit elsewhere.
  await page.goto('/services')
  await page.goBack()
  await expect(page.getByLabel('Message')).toHaveValue('Bruno is shy at first.')
  await send.dblclick()

  const own = card(page, fullName)
  await expect(own).toContainText('Pending')
  await expect(own).toContainText(`${fullName} answers by`)
  await expect(own).toHaveCount(1)
  await expectAccessible(page)

  await home.goto('/appointments?side=visits&tab=requests')
  const asked = card(home, 'Asha Verma')
  await expect(asked).toContainText('Meet & greet')
  await expect(asked).toContainText('Cubbon Park, main gate')
  await expect(asked).toContainText('Bruno is shy at first.')
  await expect(asked).toContainText(`${formatDay(inDays(4))}, 17:30`)
  await expectAccessible(home)
  await asked.getByRole('button', { name: 'Suggest another time to Asha Verma' }).click()
  const suggesting = home.getByRole('dialog', { name: 'Suggest another time' })
  await suggesting.getByRole('button', { name: 'Suggest' }).click()
  await expect(suggesting.getByText('Please choose a day.')).toBeVisible()
  await expect(suggesting.getByLabel('Day')).toBeFocused()
  await suggesting.getByLabel('Day').fill(inDays(6))
  await suggesting.getByLabel('Time').fill('11:15')
  await expectAccessible(home)
  await suggesting.getByRole('button', { name: 'Suggest' }).click()
  await expect(asked).toContainText('You suggested this time')

  await page.reload()
  await expect(own).toContainText(`${fullName} suggested this time`)
  await own.getByRole('button', { name: `Accept the meet & greet with ${fullName}` }).click()
  const accepting = page.getByRole('dialog', { name: `Meet ${fullName}` })
  await expect(accepting.getByRole('radio', { name: `${formatDay(inDays(6))}, 11:15` })).toBeChecked()
  await accepting.getByRole('textbox', { name: 'Place' }).fill('Cubbon Park, bandstand')
  await expectAccessible(page)
  await accepting.getByRole('button', { name: 'Accept' }).click()
  await expect(own).toContainText('Confirmed')
  await expect(own).toContainText('Cubbon Park, bandstand')
  await expectAccessible(page)

  await home.goto('/appointments?side=visits&tab=upcoming')
  await expect(asked).toContainText('Cubbon Park, bandstand')
  await expect(asked).toContainText(`${formatDay(inDays(6))}, 11:15`)

  // A second one with the same sitter makes no sense.
  await page.goto(`/services/book-pet-sitter/form?sitter=${id}&meet=1&service=day-care&pets=${bruno}`)
  await page.getByRole('radio', { name: 'By phone' }).check()
  await times(page).getByLabel('Day').fill(inDays(7))
  await times(page).getByLabel('Time').fill('10:00')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('You already have a meet & greet with this sitter.')

  await page.goto('/appointments')
  await own.getByRole('link', { name: `Request ${fullName}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking request')
  await expect(page.getByRole('radio', { name: 'Day care' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Bruno/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Moti/ })).not.toBeChecked()
})

test('a sitter who hosts says where when they accept, and the owner cancels with a reason', async ({
  page,
  openWindow,
}) => {
  const home = await openWindow()
  const { id, fullName } = await becomeSitter(home)
  await becomeOwner(page, 'Bruno')
  await page.goto(`/services/book-pet-sitter/form?sitter=${id}&meet=1&service=day-care`)
  await page.getByRole('radio', { name: 'By phone' }).check()
  await expect(page.getByText(`${fullName} tells you the number`)).toBeVisible()
  await times(page).getByLabel('Day').fill(inDays(3))
  await times(page).getByLabel('Time').fill('10:00')
  await page.getByRole('button', { name: 'Ask for a meet & greet' }).click()
  await expect(card(page, fullName)).toContainText('By phone')

  await home.goto('/appointments?side=visits&tab=requests')
  const asked = card(home, 'Asha Verma')
  await asked.getByRole('button', { name: 'Accept the meet & greet with Asha Verma' }).click()
  const accepting = home.getByRole('dialog', { name: 'Meet Asha Verma' })
  await accepting.getByRole('button', { name: 'Accept' }).click()
  await expect(accepting.getByText('Please say where you’ll meet.')).toBeVisible()
  await expect(accepting.getByLabel('Your phone number')).toBeFocused()
  await accepting.getByLabel('Your phone number').fill('+91 98765 43210')
  await accepting.getByRole('button', { name: 'Accept' }).click()
  await expect(home.getByText('No request is waiting for an answer.')).toBeVisible()
  await expect(asked).toBeHidden()

  await page.reload()
  const own = card(page, fullName)
  await expect(own.getByRole('link', { name: '+91 98765 43210' })).toBeVisible()
  await own.getByRole('button', { name: `Cancel the meet & greet with ${fullName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this meet & greet?' })
  await dialog.getByLabel('Reason').fill('Bruno is ill.')
  await dialog.getByRole('button', { name: 'Cancel meet & greet' }).click()
  await expect(own).toBeHidden()
  await home.goto('/appointments?side=visits&tab=past')
  await expect(asked).toContainText('Asha Verma cancelled it.')
  await expect(asked).toContainText('Bruno is ill.')
  await expectAccessible(home)
  await page.goto('/appointments?tab=past')
  await expect(own).toContainText('You cancelled it.')
  await expect(own).not.toContainText('98765')
})
