import { read } from './booking.ts'
import { expect, signUpByApi, test, visit } from './fixture.ts'

type Me = { user: { timeZone: string | null; isTimeZoneChosen: boolean } }

test.use({ timezoneId: 'Europe/London' })

test('the browser’s time zone is saved once and used until the user chooses another', async ({ page }) => {
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/accounts/noticeTimeZone')) said.push(request.postData() ?? '')
  })
  const kept = async () => {
    const { user } = await read<Me>(page, '/me')
    return { timeZone: user.timeZone, isTimeZoneChosen: user.isTimeZoneChosen }
  }
  await signUpByApi(page, 'Olivia Hart')
  await page.goto('/dashboard')
  await expect.poll(kept).toEqual({ timeZone: 'Europe/London', isTimeZoneChosen: false })

  await visit(page, '/edit-profile')
  const zone = page.getByRole('combobox', { name: 'Times in emails and notifications' })
  await expect(zone).toHaveValue('Follow this device (United Kingdom)')
  await zone.click()
  await zone.fill('india')
  await page.getByRole('option', { name: 'India (Asia/Kolkata)' }).click()
  await expect(page.getByText('Your time zone is saved.')).toBeVisible()
  expect(await kept()).toEqual({ timeZone: 'Asia/Kolkata', isTimeZoneChosen: true })

  await page.reload()
  await expect(zone).toHaveValue('India (Asia/Kolkata)')
  expect(said).toHaveLength(1)
})
