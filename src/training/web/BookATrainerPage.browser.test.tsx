import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '#/app/testing/browser/answers.ts'
import { expectClearOfBars } from '#/app/testing/browser/bars.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { answerTimes } from '#/booking/web/times.factory.ts'
import { locationContract } from '#/location/contract.ts'
import { ownersContract, profileSchema } from '#/owners/contract.ts'
import { packagesContract } from '#/packages/contract.ts'
import { paymentsContract } from '#/payments/contract.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { trainingContract } from '#/training/contract.ts'
import { trainerSchema } from '#/training/shapes.ts'

const list = '/services/book-a-trainer'

const answerTrainers = () =>
  answer(trainingContract.trainers, {
    rows: [1, 2, 3].map((n) => ({
      ...made(trainerSchema, {
        id: newId(),
        name: `Trainer ${n}`,
        hourlyRate: { amount: 50_000, currency: 'INR' },
        timeZone: 'Asia/Kolkata',
      }),
      distanceKm: null,
    })),
    nextCursor: null,
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Asha Verma')
  // A card that appears below the mouse reads its times ahead.
  answerTimes()
})
afterEach(() => {
  vi.useRealTimers()
})

test('chosen days filter by the booking dialog’s own times, by keyboard alone', async () => {
  const { inputs } = answerTrainers()
  await openPage(list)
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await expect.element(filters).toBeVisible()
  ;(filters.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Filter pet trainers' })
  await userEvent.selectOptions(dialog.getByLabelText('Free', { exact: true }), 'On days I choose')
  await dialog.getByRole('button', { name: 'Show pet trainers' }).click()
  await expect.element(dialog.getByText('Please choose at least one day.')).toBeVisible()
  const days = dialog.getByRole('checkbox')
  await expect.element(days.first()).toHaveFocus()
  ;(days.nth(3).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe(`${list}?free=2026-11-05`)
  await expect.element(page.getByText(/^\d+ pet trainers?, best rated first$/)).toBeVisible()
  await expect.poll(() => inputs.at(-1)?.freeOn).toEqual(['2026-11-05'])
})

test('an unknown place shows an error', async () => {
  const { inputs } = answerTrainers()
  answer(locationContract.placesNamed, { places: [] })
  await openPage(`${list}?near=Xyzzyplugh`)
  await expect
    .element(page.getByRole('heading', { name: 'We don’t know where “Xyzzyplugh” is.' }))
    .toBeVisible()
  expect(inputs).toEqual([])
  await page.getByRole('button', { name: 'Search everywhere' }).click()
  await expect.element(page.getByRole('article').nth(2)).toBeVisible()
})

test('on a phone, no field of the session page lies under the bar with the button', async () => {
  const trainer = made(trainerSchema, {
    id: newId(),
    name: 'Farah Khan',
    hourlyRate: { amount: 50_000, currency: 'INR' },
    timeZone: 'Asia/Kolkata',
    specializations: ['obedience'],
  })
  answer(trainingContract.trainer, trainer)
  answerTimes()
  answer(appointmentsContract.petClash, { clash: null })
  answer(petsContract.list, {
    rows: [made(petSchema, { id: newId(), name: 'Bruno', species: 'dog' })],
    nextCursor: null,
  })
  answer(ownersContract.profile, made(profileSchema, { fullName: 'Asha Verma' }))
  answer(packagesContract.offers, { rows: [] })
  answer(packagesContract.mine, { rows: [], nextCursor: null })
  answer(paymentsContract.methods, {
    methods: [],
    offered: ['card'],
    isSandbox: true,
    chargesByItself: false,
    charging: null,
    takesUpiId: false,
  })
  await openPage(`/services/book-a-trainer/session?trainer=${trainer.id}`, { width: 375, height: 700 })
  const book = page.getByRole('button', { name: /^Book/ }).first()
  await expect.element(book).toBeVisible()
  await expect.element(page.getByLabelText('Session type')).toBeVisible()
  await expect.element(page.getByRole('grid', { name: 'Date' })).toBeVisible()
  await expectClearOfBars(book)
})
