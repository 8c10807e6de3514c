import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNothingBeyondTheEdge, expectNoViolations, showIn } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { desktop } from '#/app/testing/browser/screen.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { type EmergencyPlace, emergencyContract } from '#/emergency/contract.ts'
import { shopContract } from '#/shop/contract.ts'
import { facetsSchema, productCardSchema } from '#/shop/products.ts'
import { supportContract } from '#/support/contract.ts'

const narrowPhone = { width: 320, height: 640 }

/** A visitor's pages with something on each. */
function answerVisitor(): void {
  answer(appointmentsContract.counts, {
    providers: { veterinary: 12, training: 3, styling: 1, sitting: 8 },
    cities: 4,
    completed: 1250,
  })
  answer(supportContract.operator, {
    name: 'Pawfolk',
    email: 'help@example.org',
    phone: '+91 00000 04000',
    whatsapp: { number: '+910000004001', url: 'https://wa.me/910000004001' },
    address: '4 Church Street, Bengaluru',
    hours: 'Every day from 9 to 18',
    grievanceOfficer: 'Leela Rao',
  })
  const helpline = {
    id: 'helpline',
    kind: 'helpline',
    from: 'directory',
    name: 'Animal helpline',
    phone: '+91 98450 12345',
    city: null,
    address: null,
    lat: null,
    lon: null,
    species: [],
    openingHours: null,
    isAroundTheClock: true,
    isOpen: true,
    distance: null,
    note: null,
    checkedOn: '2026-10-01',
  } satisfies EmergencyPlace
  answer(emergencyContract.directory, { places: [helpline] })
  const price = { amount: 24_900, currency: 'INR' } as const
  answer(shopContract.products, {
    rows: [
      made(productCardSchema, {
        name: 'Salmon kibble',
        price,
        rating: 4.5,
        reviewCount: 12,
        isInStock: true,
      }),
      made(productCardSchema, { name: 'Tick drops', price, needsPrescription: true }),
    ],
    nextCursor: null,
    searchedFor: null,
    facets: made(facetsSchema, { total: 2 }),
  })
}

for (const [path, words] of [
  ['/', 'Put your pet at the heart of everything'],
  ['/services', 'Find a Veterinarian'],
  ['/about', 'verified vets'],
  ['/coming-soon', 'This service is coming soon'],
  ['/login', 'Continue with Google'],
  ['/signup', 'Continue with Google'],
  ['/contact', '+91 00000 04000'],
  ['/help-support', 'What do you need to know?'],
  ['/emergency-services', 'Animal helpline'],
  ['/emergency/first-aid', 'Animal helpline'],
  ['/emergency/poison', 'Animal helpline'],
  ['/emergency/vets', 'Animal helpline'],
  ['/emergency/shelters', 'Animal helpline'],
  ['/emergency/ambulance', 'Animal helpline'],
  ['/emergency/report', 'Report an injured animal'],
  ['/merchandise', 'Salmon kibble'],
  ['/pharmacy', 'Tick drops'],
  ['/cart', 'Your cart'],
] as const)
  test(`${path} is accessible in the light and in the dark, and fits a desktop and a phone down to 320 px`, async () => {
    answerVisitor()
    await openPage(path, narrowPhone)
    await expect.element(page.getByRole('main').getByText(words).first()).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      showIn(scheme)
      expectNothingBeyondTheEdge()
      await expectNoViolations()
    }
    await page.viewport(desktop.width, desktop.height)
    // In dark mode only the bar and the footer differ on a desktop.
    if (path !== '/') showIn('light')
    expectNothingBeyondTheEdge()
    await expectNoViolations()
    if (path !== '/') return
    showIn('light')
    await expectNoViolations()
  })
