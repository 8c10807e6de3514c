import { codeSentTo, expect, type Session, signUpByApi, test, visit } from './fixture.ts'

const numberOf = () => `+9198${String(Date.now()).slice(-6)}${String(process.pid % 100).padStart(2, '0')}`

type Mail = { kind: string; to: string; text: string }

/** Waits for the latest mail to the demo shelter about this place, and returns its link. */
async function rescueLink({ request }: Session, place: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const { messages } = (await (await request.get('/api/outbox')).json()) as { messages: Mail[] }
      const mail = messages.find(
        ({ to, text }) => to === 'desk@second-chance.example' && text.includes(place),
      )
      link = /\/emergency\/report\/status#r\.[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a guest reports an injured animal, a rescuer accepts it from the mail, and the guest sees it', async ({
  page,
  openWindow,
}) => {
  const place = `Behind the lake, west gate ${Date.now()}`
  await page.goto('/emergency-services')
  await page.getByRole('link', { name: /^Report/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report an injured animal')
  await page.getByRole('combobox', { name: 'Animal' }).selectOption('Dog')
  await page.getByRole('radio', { name: /^Serious/ }).check()
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('City').fill('Bengaluru')
  await page.getByLabel(/^Photo/).setInputFiles('docs/images/book-a-vet-light.webp')
  await expect(page.getByRole('img', { name: 'The animal you’re reporting' })).toBeVisible()
  const phone = numberOf()
  await page.getByLabel('Your phone number').fill(phone)
  await page.getByRole('button', { name: 'Send report' }).click()
  const code = page.getByRole('textbox', { name: /^Code/ })
  await expect(code).toBeVisible()
  await code.fill(await codeSentTo(page, phone))
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your report')
  await expect(page.getByText('Nobody has accepted it yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call .*Second Chance Shelter/ })).toBeVisible()

  const rescuer = await openWindow()
  await rescuer.goto(await rescueLink(page, place))
  await expect(rescuer.getByText(place)).toBeVisible()
  await expect(rescuer.getByRole('img', { name: 'The animal' })).toBeVisible()
  await expect(rescuer.getByRole('link', { name: /^Call .*The reporter/ })).toHaveAttribute(
    'href',
    `tel:${phone}`,
  )
  await rescuer.getByRole('button', { name: 'Accept' }).click()
  await expect(rescuer.getByText('You’ve accepted this report.')).toBeVisible()
  await rescuer.getByRole('button', { name: 'On the way' }).click()
  await expect(rescuer.getByRole('button', { name: 'On the way' })).toBeHidden()

  await visit(page, '/emergency/report')
  await page.getByRole('link', { name: /^Follow your report from/ }).click()
  await expect(page.getByText('Second Chance Shelter (demo) is on the way.')).toBeVisible()
})

test('a draft is shown to nobody else once its user’s session has ended without a logout', async ({
  page,
  expectConsole,
}) => {
  // The page may be asking for something when the other tab logs out.
  expectConsole(/503|401 \(Unauthorized\)/)
  const place = page.getByLabel('Place')
  const open = async (who: RegExp) => {
    await page.goto('/emergency/report')
    await expect(
      page
        .getByRole('link', { name: who })
        .or(page.getByRole('button', { name: who }))
        .first(),
    ).toBeVisible()
  }
  // Ends the session while no page is open that could send requests.
  const endSession = async () => {
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
  await signUpByApi(page, 'Asha Verma')
  await open(/^Logout/)
  await place.fill('Behind the milk booth')
  await page.reload()
  await expect(place).toHaveValue('Behind the milk booth')

  // While a server in trouble can't say who looks, nothing is shown, nor overwritten.
  await page.route('**/api/me', (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await place.fill('Near the temple')
  await page.unroute('**/api/me')
  await page.reload()
  await expect(place).toHaveValue('Behind the milk booth')

  // Logging out in another tab clears an open form.
  const other = await page.context().newPage()
  await other.goto('/emergency/report')
  await expect(other.getByLabel('Place')).toHaveValue('Behind the milk booth')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(place).toHaveValue('')
  await other.close()
  await signUpByApi(page, 'Zoya Khan')
  await open(/^Logout/)
  await place.fill('Below the flyover')

  await endSession()
  await open(/^Login/)
  await expect(place).toHaveValue('')
  await signUpByApi(page, 'Ravi Kumar')
  await open(/^Logout/)
  await expect(place).toHaveValue('')
})
