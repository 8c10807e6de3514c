import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { phone } from '#/app/testing/browser/screen.ts'
import { locationContract } from '#/location/contract.ts'
import { reportsContract } from '#/reports/contract.ts'

test('lost and found pets are a click away for visitors: in the top bar, the footer, and beside the services', async () => {
  await openPage('/services')
  const links = [
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lost & Found' }),
    page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Lost & Found' }),
    page.getByRole('main').getByRole('link', { name: 'See the reports near you' }),
  ]
  for (const link of links) await expect.element(link).toHaveAttribute('href', '/pet-reports')
  await openPage('/services', phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect
    .element(menu.getByRole('link', { name: 'Lost & Found' }))
    .toHaveAttribute('href', '/pet-reports')
})

test('alerts are offered once a place is set, turned on with one tap, and not offered again', async () => {
  signIn('Asha Verma', { sessionId: newId() })
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_found, failed) =>
    failed!({ code: 1 } as GeolocationPositionError),
  )
  answer(locationContract.service, { on: true, credits: [], tiles: null })
  answer(locationContract.placesNamed, {
    places: [
      {
        city: 'Pune',
        state: 'Maharashtra',
        country: 'India',
        display: 'Koregaon Park, Pune, Maharashtra, India',
        lat: 18.52,
        lon: 73.86,
      },
    ],
  })
  const asked = answer(reportsContract.alertPlace, { place: null })
  const set = answer(reportsContract.setAlertPlace)
  await openPage('/services')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('dialog', { name: 'Update Location' }).getByLabelText('New location').fill('Pune')
  expect(asked.inputs).toEqual([])
  await userEvent.keyboard('{Enter}')
  const offer = page.getByRole('region', { name: 'Alerts about lost pets' })
  await expect.element(offer).toHaveTextContent('within 5 km')
  await expectAccessible()
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const place = {
    area: 'Koregaon Park, Pune, Maharashtra, India',
    position: { lat: 18.52, lon: 73.86 },
    mutedSpecies: [],
  }
  answer(reportsContract.alertPlace, { place })
  await offer.getByRole('button', { name: 'Turn on alerts near Koregaon Park' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(set.inputs).toEqual([place])
  vi.restoreAllMocks()
})

test('coming services are marked on the services page, and their whole cards are links', async () => {
  await openPage('/services')
  const cardOf = (name: RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const insurance = cardOf(/^Insurance/)
  await expect.element(insurance).toHaveTextContent('Soon')
  const vets = cardOf(/Veterinarian/)
  await expect.element(vets).not.toHaveTextContent('Soon')
  await expect.element(vets.getByRole('link', { name: 'Book: Find a Veterinarian' })).toBeVisible()
  await insurance.click({ position: { x: 12, y: 12 } })
  await expect.poll(address).toBe('/insurance')
  await page.getByRole('link', { name: 'See what’s available today' }).click()
  await expect.poll(address).toBe('/services')
})
