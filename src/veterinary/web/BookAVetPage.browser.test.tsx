import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectNothingBeyondTheEdge } from '#/app/testing/browser/accessible.ts'
import { answer, fail, refuse } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { answerTimes } from '#/booking/web/times.factory.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { answerBooking, answerVets, makeVet } from './vet.factory.ts'

const list = '/services/book-a-vet'
const cards = page.getByRole('article')
const anyDialog = page.getByRole('dialog')

beforeEach(() => {
  signIn('Asha Verma')
  // A card that appears below the mouse reads its times ahead.
  answerTimes()
})

test('both filters narrow the list, are kept in the URL, and survive the dialog and Back', async () => {
  const ananya = makeVet({
    fullName: 'Ananya Rao',
    name: 'Dr. Ananya Rao',
    specialization: 'Dermatology',
    location: 'Jayanagar, Bengaluru',
    consultationFee: { amount: 80_000, currency: 'INR' },
    rating: 4,
    totalReviews: 2,
  })
  const elsewhere = [1, 2].map((n) => makeVet({ name: `Dr. Vet ${n}`, location: 'Pune' }))
  answerBooking(ananya)
  answerVets(makeVet(), ananya, ...elsewhere)
  answerTimes()
  await openPage(list)
  await expect.element(page.getByText(/^(The first )?\d+ veterinarians, best rated first$/)).toBeVisible()
  const location = page.getByLabelText('Location')
  await location.click()
  await userEvent.keyboard('bengaluru')
  await expect.element(location).toHaveValue('bengaluru')
  await expect.poll(address).toMatch(/location=bengaluru/)
  await expect.element(cards.first()).toHaveTextContent('Bengaluru')
  await page.getByLabelText('Specialization').fill('DERMA')
  await expect.element(page.getByText('1 veterinarian', { exact: true })).toBeVisible()
  await expect.element(cards.getByRole('heading')).toHaveTextContent(/^Dr. Ananya Rao$/)
  for (const text of ['Jayanagar, Bengaluru', 'Dermatology', '₹800.00', 'Reg. no.', '4.0'])
    await expect.element(cards).toHaveTextContent(text)
  await expect
    .element(cards.getByRole('link', { name: /^\+91/ }))
    .toHaveAttribute('href', expect.stringMatching(/^tel:\+91\d+$/))
  await cards.getByRole('link', { name: 'Book with Dr. Ananya Rao' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Book with Dr. Ananya Rao' })).toBeVisible()
  expect(address()).toMatch(/location=bengaluru&specialization=DERMA&vet=/)
  history.back()
  await expect.element(anyDialog).not.toBeInTheDocument()
  expect(cards.elements()).toHaveLength(1)
  await expect.element(location).toHaveValue('bengaluru')
  await location.fill('100%')
  await expect
    .element(page.getByRole('heading', { name: 'No veterinarian matches both filters.' }))
    .toBeVisible()
  await expectAccessible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(address).toBe(list)
  await expect.element(cards.nth(2)).toBeVisible()
})

test('the nearest come first, with their distance, once the location is known, and another order can be chosen', async () => {
  const { id: userId } = signIn('Asha Verma')
  const vet = makeVet()
  const { inputs } = answer(veterinaryContract.vets, ({ lat }) => ({
    rows: [{ ...vet, distanceKm: lat === undefined ? null : 3 }],
    nextCursor: null,
  }))
  await openPage(list)
  await expect
    .element(page.getByText('Set your location to see the nearest veterinarians first.'))
    .toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ sort: 'rating' })
  await expectAccessible()
  const there = {
    display: 'Koramangala, Bengaluru',
    city: 'Bengaluru',
    how: 'chosen',
    lat: 12.93,
    lon: 77.63,
    userId,
  }
  localStorage.setItem('userLocation', JSON.stringify(there))
  window.dispatchEvent(new StorageEvent('storage', { key: 'userLocation' }))
  await expect.element(cards).toHaveTextContent('about 3 km away')
  expect(inputs.at(-1)).toMatchObject({ sort: 'distance', lat: 12.93, lon: 77.63 })
  await expect.element(page.getByText('Set your location to see')).not.toBeInTheDocument()
  await page.getByLabelText('Sort by').selectOptions('Best rated')
  await expect.poll(address).toBe(`${list}?sort=rating`)
  await expect.poll(() => inputs.at(-1)).toMatchObject({ sort: 'rating', lat: 12.93 })
  await expect.element(cards).toHaveTextContent('about 3 km away')
})

test('a link with filters fills the fields in', async () => {
  answerVets(makeVet())
  await openPage(`${list}?location=bengaluru`)
  await expect.element(page.getByLabelText('Location')).toHaveValue('bengaluru')
  await expect.element(cards).toHaveTextContent('Bengaluru')
})

test('choosing a vet keeps the scroll position in the list', async () => {
  const vets = Array.from({ length: 12 }, (_, n) => makeVet({ name: `Dr. Vet ${n + 1}` }))
  answerBooking(vets[9]!)
  answerVets(...vets)
  answerTimes()
  await openPage(list)
  const book = cards.nth(9).getByRole('link', { name: /^Book with/ })
  await expect.element(book).toBeInTheDocument()
  book.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = window.scrollY
  expect(before).toBeGreaterThan(200)
  await book.click()
  await anyDialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(anyDialog).not.toBeInTheDocument()
  expect(address()).toBe(list)
  await expect.poll(() => window.scrollY).toBe(before)
  await expect.element(book).toHaveFocus()
})

test('a link opens the dialog, Escape closes it, and an unknown vet shows “not found”', async () => {
  const vet = makeVet()
  answerBooking(vet)
  answerTimes()
  await openPage(`${list}?vet=${vet.id}`)
  const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
  await expect.element(dialog.getByRole('radio').first()).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe(list)
  for (const code of ['request.not_found', 'request.malformed'] as const) {
    refuse(veterinaryContract.vet, code)
    await openPage(`${list}?vet=${newId()}`)
    await expect.element(page.getByRole('dialog', { name: 'Veterinarian not found' })).toBeVisible()
    await page.getByRole('button', { name: 'See all veterinarians' }).click()
    await expect.element(anyDialog).not.toBeInTheDocument()
  }
})

test('a list that fails to load shows an error, and Retry loads it', async () => {
  fail(veterinaryContract.vets)
  await openPage(list)
  await expect
    .element(page.getByRole('heading', { name: 'Failed to load veterinarians. Please try again.' }))
    .toBeVisible()
  answerVets(makeVet())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(cards.first()).toBeVisible()
})

test('a vet can’t book on their own card, nor by its URL', async () => {
  const vet = makeVet({ name: 'Dr. Leela Menon' })
  signIn('Leela Menon', { records: { pet_owner: newId(), veterinary_doctor: vet.id } })
  answerBooking(vet)
  answerVets(makeVet(), vet)
  answerTimes()
  await openPage(list)
  const own = page.getByText('This is you. You can’t book yourself.')
  await expect.element(own).toBeVisible()
  expect(cards.filter({ has: own }).getByRole('link', { name: /^Book/ }).elements()).toHaveLength(0)
  await openPage(`${list}?vet=${vet.id}`)
  await expect
    .element(anyDialog.getByText('This is your own calendar. You can’t book yourself.'))
    .toBeVisible()
  expect(anyDialog.getByRole('radio').elements()).toHaveLength(0)
  await expectAccessible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`list and dialog are accessible and fit a narrow phone in the ${colorScheme}`, async () => {
    document.documentElement.dataset['mantineColorScheme'] = colorScheme
    try {
      const vet = makeVet({ fullName: 'Fatima Sheikh', name: 'Dr. Fatima Sheikh' })
      answerBooking(vet)
      answer(veterinaryContract.vet, vet)
      answerTimes({ first: '2026-12-01', states: { '2026-12-05': 'holiday' } })
      const narrow = { width: 320, height: 640 }
      await openPage(list, narrow)
      await expect.element(cards.first()).toBeVisible()
      expectNothingBeyondTheEdge()
      await expectAccessible()
      await openPage(`${list}?vet=${vet.id}`, narrow)
      await choose(anyDialog.getByRole('radio', { name: '09:00-09:30' }))
      expectNothingBeyondTheEdge()
      const cell = document.querySelector('[data-day]')!.getBoundingClientRect()
      expect(cell.width).toBeGreaterThanOrEqual(44)
      expect(cell.height).toBeGreaterThanOrEqual(44)
      await expectAccessible()
    } finally {
      document.documentElement.dataset['mantineColorScheme'] = 'light'
    }
  })
