import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { fileInput, heavyPhoto, pictureFile, textFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { keepCalendar } from '#/booking/web/availability/calendar.factory.ts'
import { profileSchema, sittingContract } from '#/sitting/contract.ts'
import { mostPhotos } from '#/sitting/rules.ts'
import { bookingRulesSchema } from '#/sitting/shapes.ts'
import { standingSchema, verificationContract } from '#/verification/contract.ts'
import { answerSitterPage, makeSitterPage } from './sitter.factory.ts'

const sitter = makeSitterPage('Leela Rao')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Leela Rao', {
    role: 'pet_sitter',
    profiles: ['pet_owner', 'pet_sitter'],
    records: { pet_owner: newId(), pet_sitter: sitter.id },
  })
  answer(
    verificationContract.standing,
    made(standingSchema, { record: 'pet_sitter', status: 'verified', isListed: true }),
  )
  answer(sittingContract.profile, made(profileSchema, { fullName: 'Leela Rao', services: ['day-care'] }))
})
afterEach(() => {
  vi.useRealTimers()
})

test('a sitter sees their page as owners do', async () => {
  answerSitterPage(sitter)
  await openPage('/profile/pet-sitter')
  await page.getByRole('link', { name: 'See your page as owners see it' }).click()
  await expect.element(page.getByText('This is your own profile, as owners see it.')).toBeVisible()
})

test('a sitter who can be asked for any time sets hours, a holiday and their rules', async () => {
  const { weeks, calendar } = keepCalendar()
  const own = made(bookingRulesSchema, { timeZone: 'Asia/Kolkata', minimumNoticeMinutes: 120, maxPets: 3 })
  answer(sittingContract.bookingRules, () => ({ ...own }))
  const rules = answer(sittingContract.saveBookingRules, (settings) => ({ ...Object.assign(own, settings) }))
  await openPage('/profile/pet-sitter?tab=availability')
  const week = page.getByRole('form', { name: 'Weekly hours' })
  const preview = page.getByRole('region', { name: 'What owners see, next 30 days' })
  await expect.element(week.getByText(/owners can ask you for any time/)).toBeVisible()
  await expect.poll(() => week.getByText('Any time', { exact: true }).elements().length).toBe(7)
  await expect.element(preview.getByText('Hours on 31 days.')).toBeVisible()
  await week.getByRole('switch', { name: 'Monday' }).click()
  await expect.element(preview.getByText('Hours on 5 days, once you save.')).toBeVisible()
  await expect.element(page.getByLabelText('Slot, minutes')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Buffer, minutes')).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save weekly hours' }).click()
  await expect.element(week.getByText(/may go on through closed weekdays/)).toBeVisible()
  expect(weeks).toMatchObject([{ trade: 'sitting' }])
  await page.getByRole('button', { name: 'Add a holiday' }).click()
  await page.getByLabelText('First day').fill('2026-11-14')
  await page.getByLabelText('Last day').fill('2026-11-16')
  await page.getByRole('button', { name: 'Save holiday' }).click()
  await expect.element(page.getByRole('button', { name: /^Remove the holiday/ })).toBeVisible()
  expect(calendar.holidays).toMatchObject([{ startDate: '2026-11-14', endDate: '2026-11-16' }])
  await page.getByLabelText('Pets at once').fill('1')
  await page.getByRole('button', { name: 'Save booking rules' }).click()
  await expect.element(page.getByText('Your booking rules are saved.')).toBeVisible()
  expect(rules.inputs).toMatchObject([{ maxPets: 1 }])
})

test('a sitter adds several photos at once, and retries the one that failed', async () => {
  const profile = made(profileSchema, { fullName: 'Leela Rao', services: ['day-care'], photos: [] })
  answer(sittingContract.profile, () => ({ ...profile }))
  let isDown = true
  const { inputs, keys } = answer(sittingContract.addPhoto, ({ photo }) => {
    if (photo.name === 'garden.jpg' && isDown)
      throw new ORPCError('request.unavailable', { status: 503, defined: true })
    profile.photos = [...profile.photos, `/files/${photo.name}`]
    return { ...profile }
  })
  await openPage('/profile/pet-sitter?tab=photos')
  await expect.element(page.getByText('Add photos of your home')).toBeVisible()
  await fileInput().upload([
    await heavyPhoto(1600, 1200, 'sofa.JPG'),
    await pictureFile('garden.jpg'),
    textFile('notes.txt'),
    await pictureFile('kennel.jpg'),
  ])
  await expect.element(page.getByAltText('Your home, 2 of 2')).toBeInTheDocument()
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect.element(uploads.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  expect(inputs.map(({ photo }) => photo.name)).toEqual(['sofa.jpg', 'garden.jpg', 'kennel.jpg'])
  expect(inputs[0]!.photo.size).toBeLessThan(1024 * 1024)
  await expectAccessible()
  await uploads.getByRole('button', { name: 'Remove notes.txt' }).click()
  isDown = false
  await uploads.getByRole('button', { name: 'Retry garden.jpg' }).click()
  await expect.element(page.getByAltText('Your home, 3 of 3')).toBeInTheDocument()
  expect([keys[3] === keys[1], new Set(keys).size]).toEqual([true, 3])
  await expect.element(uploads).not.toBeInTheDocument()
})

test('photos beyond the room are left out, and the page says so', async () => {
  const profile = made(profileSchema, {
    fullName: 'Leela Rao',
    services: ['day-care'],
    photos: Array.from({ length: mostPhotos - 1 }, (_, index) => `/files/${index}`),
  })
  answer(sittingContract.profile, () => ({ ...profile }))
  const { inputs } = answer(sittingContract.addPhoto, ({ photo }) => {
    profile.photos = [...profile.photos, `/files/${photo.name}`]
    return { ...profile }
  })
  await openPage('/profile/pet-sitter?tab=photos')
  await expect.element(page.getByText('Add more photos')).toBeVisible()
  await fileInput().upload([textFile('notes.txt'), await pictureFile('a.jpg'), await pictureFile('b.jpg')])
  await expect
    .element(page.getByText('There’s no room for more, so we took only the first one.'))
    .toBeVisible()
  await expect.element(page.getByAltText(`Your home, ${mostPhotos} of ${mostPhotos}`)).toBeInTheDocument()
  expect(inputs.map(({ photo }) => photo.name)).toEqual(['a.jpg'])
})
