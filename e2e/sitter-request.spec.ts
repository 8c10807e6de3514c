import type { Page } from '@playwright/test'
import { addDays, formatDay, weekdayOf } from '#/kernel/time.ts'
import { read } from './booking.ts'
import { expect, expectAccessible, test, visit } from './fixture.ts'
import { becomeOwner, becomeSitter, fillRest, inDays } from './sitter.ts'

const form = '/services/book-pet-sitter/form'

/** A change by the other side shows without a reload. */
const live = { timeout: 20_000 }
const send = (page: Page) => page.getByRole('button', { name: 'Send Booking Request' })

test('an owner asks a sitter for a stay, the sitter accepts, and the owner pays', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const home = await openWindow()
  const { id, fullName } = await becomeSitter(home)
  const [bruno] = await becomeOwner(page, 'Bruno')
  const [from, to] = [inDays(20), inDays(23)]
  await page.goto(
    `${form}?sitter=${id}&service=hostel-checkin&pets=${bruno}&from=${from}&to=${to}&drop=10:00&pick=18:00`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking request')
  const price = page.getByRole('complementary', { name: 'Price' })
  await expect(price).toContainText('3 nights × ₹1,100.00')
  await expect(price).toContainText('₹3,300.00')
  await expect(price).toContainText('Estimate, the sitter confirms.')
  await expect(page.getByText('The price of the stay is ₹3,300.00')).toBeVisible()
  await page.getByLabel('Comment').fill('He snores.')
  await page.getByLabel('Area').fill('Indiranagar')
  await page.getByLabel('Where do the pets come from?').fill('12 Double Road')
  await fillRest(page)
  await send(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you! Your request is on its way' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${fullName}answers by`)
  await expect(page.getByRole('main')).toContainText('Nothing is charged before a sitter accepts.')
  await page.getByRole('link', { name: 'My appointments' }).click()
  const booking = page.getByRole('article', { name: fullName })
  await expect(booking).toHaveCount(1)
  await expect(booking).toContainText(`${fullName} answers by`)
  await expect(booking).toContainText('₹3,300.00 for 3 nights (estimate)')

  await home.goto('/appointments?side=visits&tab=requests')
  const asked = home.getByRole('article', { name: 'Asha Verma' })
  await expect(asked).toContainText('Hostel stay')
  await expect(asked).toContainText('Answer by')
  await expect(asked).toContainText('He snores.')
  await expect(asked).toContainText(/10:00 – \w+, \d+ \w+ \d+, 18:00/)
  await expect(asked).toContainText('Area: Indiranagar')
  await expect(asked).not.toContainText('Double Road')
  await expect(asked).not.toContainText('Kavya')
  await expectAccessible(home)
  await asked.getByRole('button', { name: 'Accept Asha Verma’s request' }).click()
  await expect(asked).toBeHidden()
  await visit(home, '/appointments?side=visits&tab=upcoming')
  await expect(asked).toContainText('Confirmed')
  await expect(asked).toContainText('You’ll see the place, the emergency contact')
  await expect(asked).not.toContainText('Double Road')

  await expect(booking).toContainText('Confirmed', live)
  await expect(booking).toContainText('₹3,300.00, charged automatically')
  await booking.getByRole('button', { name: `Pay now for ${fullName}` }).click()
  await page.getByLabel('The bank says yes').first().check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await visit(page, '/appointments')
  await expect(booking).toContainText('₹3,300.00, paid')
  await booking.getByRole('button', { name: `Cancel appointment with ${fullName}` }).click()
  await expect(page.getByRole('dialog')).toContainText('You’ll get a full refund of ₹3,300.00')
})

test('an owner finds weekly walks on one card, skips one day, pauses and resumes them, and the sitter ends them', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const home = await openWindow()
  const { id, fullName } = await becomeSitter(home)
  await becomeOwner(page, 'Bruno')
  const first = inDays(10)
  await page.goto(
    `${form}?sitter=${id}&service=dog-walking&from=${first}&repeat=weekly&drop=07:00&pick=08:30`,
  )
  await expect(page.getByRole('checkbox', { name: /^Bruno/ })).toBeChecked()
  await send(page).click()
  await expect(
    page.getByText('Please select at least one day of the week for repeat schedule.'),
  ).toBeVisible()
  const weekday = weekdayOf(first)
  await page.getByRole('checkbox', { name: weekday[0]!.toUpperCase() + weekday.slice(1) }).check()
  await expect(page.getByRole('complementary', { name: 'Price' })).toContainText('1 h 30 min × ₹200.00')
  await fillRest(page)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your request is on its way' })).toBeVisible()

  await home.goto('/appointments?side=visits&tab=requests')
  await home.getByRole('button', { name: 'Accept Asha Verma’s request' }).click()
  await expect(home.getByText('No request is waiting for an answer.')).toBeVisible()

  await visit(page, '/appointments')
  const walks = page.getByRole('article', { name: fullName })
  await expect(walks).toHaveCount(1)
  const days = walks.getByRole('button', { name: '07:00-08:30', expanded: false })
  await expect(days).toHaveCount(3)
  await days.last().focus()
  await page.keyboard.press('Enter')
  await expect(days).toHaveCount(2)
  const last = formatDay(addDays(first, 21))
  await walks.getByRole('button', { name: `Skip this day, ${last}, with ${fullName}` }).click()
  const skip = page.getByRole('dialog', { name: 'Skip this day?' })
  await expect(skip).toContainText('The other weekly walks stay.')
  await skip.getByRole('button', { name: 'Skip this day' }).click()
  await expect(days).toHaveCount(2)
  await expect(walks.getByText(last)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(walks.getByText('Skipped')).toBeVisible()
  await page.getByRole('tab', { name: 'Upcoming' }).click()
  await walks.getByRole('button', { name: `Pause weekly walks with ${fullName}` }).click()
  const pause = page.getByRole('dialog', { name: 'Pause weekly walks?' })
  await pause.getByRole('button', { name: 'Pause weekly walks' }).click()
  await expect(pause.getByLabel('First day')).toBeFocused()
  await pause.getByLabel('First day').fill(addDays(first, 6))
  await pause.getByLabel('Last day').fill(addDays(first, 8))
  await expectAccessible(page)
  await pause.getByRole('button', { name: 'Pause weekly walks' }).click()
  await expect(page.getByText('1 appointment was cancelled.')).toBeVisible()
  await expect(days).toHaveCount(1)

  await visit(home, '/appointments?side=visits&tab=upcoming')
  const visits = home.getByRole('article', { name: 'Asha Verma' })
  await expect(visits).toHaveCount(1)
  await expect(visits.getByRole('button', { name: '07:00-08:30' })).toHaveCount(1)
  const when = `from ${formatDay(addDays(first, 6))} to ${formatDay(addDays(first, 8))}.`
  await expect(visits).toContainText(`Asha Verma paused weekly walks ${when}`)
  await expect(visits.getByRole('button', { name: /^Resume/ })).toHaveCount(0)
  await expect(walks).toContainText(`You paused weekly walks ${when}`)
  await expectAccessible(page)
  await walks.getByRole('button', { name: `Resume weekly walks with ${fullName}` }).click()
  const resume = page.getByRole('dialog', { name: 'Resume weekly walks?' })
  await expect(resume).toContainText(`where ${fullName} still has room`)
  await resume.getByRole('button', { name: 'Resume weekly walks' }).click()
  await expect(page.getByText('1 appointment is booked again.')).toBeVisible()
  await expect(days).toHaveCount(2)
  await expect(walks.getByText('You paused')).toHaveCount(0)

  await expect(visits.getByRole('button', { name: '07:00-08:30' })).toHaveCount(2, live)
  await visits.getByRole('button', { name: 'End weekly walks with Asha Verma' }).click()
  const end = home.getByRole('dialog', { name: 'End weekly walks?' })
  await expect(end).toContainText(/3 days go, from .+ Asha Verma/)
  await end.getByRole('button', { name: 'End weekly walks' }).dblclick()
  await expect(home.getByText('3 appointments were cancelled.')).toBeVisible()
  await expect(home.getByText('You have no upcoming appointments.')).toBeVisible()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible(live)
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(walks).toContainText('Dog walk · 5 days')
  await expect(walks.getByText('Cancelled')).toHaveCount(4)
  await expectAccessible(page)
})

test('two sitters are asked, and the first to accept withdraws the request from the other', async ({
  page,
  openWindow,
  openSession,
}) => {
  test.slow()
  const [home, other] = [await openSession(), await openWindow()]
  // Few sitters take so many pets, so the second one is in the list.
  const leela = await becomeSitter(home, { maxPets: 9 })
  const second = await becomeSitter(other, { maxPets: 9, hourlyRate: 15_000 })
  const pets = await becomeOwner(page, 'Bruno', 'Coco', 'Milo', 'Rani', 'Zoe')
  await page.goto(
    `${form}?sitter=${leela.id}&service=day-care&pets=${pets.join()}&from=${inDays(30)}&drop=09:00&pick=17:00`,
  )
  const others = page.getByRole('region', { name: 'Send to other sitters too' })
  await expect(others).toContainText('The first to accept gets the booking')
  const box = others.getByRole('checkbox', { name: second.fullName })
  if (await box.isHidden()) await others.getByRole('button', { name: /^Show/ }).click()
  await box.check()
  await expect(others).toContainText('₹1,200.00')
  await expect(page.getByText(`or ₹1,200.00 with ${second.fullName}`)).toBeVisible()
  await fillRest(page)
  await expectAccessible(page)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your requests are on their way' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('we’ll withdraw your request from the others')

  await other.goto('/appointments?side=visits&tab=requests')
  await expect(other.getByRole('article', { name: 'Asha Verma' })).toBeVisible()
  const { rows } = await read<{ rows: { id: string }[] }>(home, '/appointments/visits?tab=requests')
  const accepted = await home.request.post(`/api/appointments/${rows[0]!.id}/acceptance`, { data: {} })
  expect(accepted.ok(), await accepted.text()).toBe(true)
  await expect(other.getByText('No request is waiting for an answer.')).toBeVisible(live)
  await visit(other, '/appointments?side=visits&tab=past')
  await expect(other.getByRole('article', { name: 'Asha Verma' })).toContainText(
    'Another sitter accepted this request first.',
  )
  await visit(page, '/appointments')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: leela.fullName })).toContainText('Confirmed')
})
