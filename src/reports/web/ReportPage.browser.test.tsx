import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountsContract, ownWaysIn } from '#/accounts/contract.ts'
import { refreshSession } from '#/accounts/web/index.ts'
import { forgetPerson } from '#/app/shell/wanted-page.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, answerAt, refuse } from '#/app/testing/browser/answers.ts'
import { answerAuth } from '#/app/testing/browser/auth.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { locationContract } from '#/location/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { answerReport, answerTiles, makeComment, makeOwn, makeReport } from './report.factory.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
  answerTiles(false)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a first message to the reporter may have no link, and a phone number is asked about', async () => {
  signIn('Omar Khan')
  const report = makeReport()
  answerReport(report)
  const { inputs } = refuse(reportsContract.message, 'reports.not_active')
  await openPage(`/pet-reports/${report.id}?openMessages=true`)
  const dialog = page.getByRole('dialog', { name: 'Message Tara' })
  const field = dialog.getByLabelText('Your message')
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await field.fill('Look at http://cats.example')
  await send.click()
  await expect.element(dialog.getByText('Please leave out links until you’ve had an answer.')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('Is it mine? Call 98450 12345')
  await send.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Never share codes or pay before you see your pet.')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Change the message' }).click()
  await expect.element(field).toHaveFocus()
  expect(inputs).toEqual([])
  await field.fill('Is it mine? She has one white whisker.')
  await send.click()
  await expect.poll(() => inputs).toMatchObject([{ text: 'Is it mine? She has one white whisker.' }])
})

test('a reporter blocks the writer of a comment, and tells support about them', async () => {
  signIn('Tara Bose')
  const report = makeReport({ own: makeOwn() })
  const comment = makeComment('Pay me first.', { mayComplain: true, isBlocked: false })
  answerReport(report, [comment])
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: /^Report the comment from/ }).click()
  const complaint = page.getByRole('dialog', { name: 'Report Omar?' })
  await complaint.getByRole('textbox').fill('Asks for money.')
  const told = answer(reportsContract.complainAboutEntry)
  await complaint.getByRole('button', { name: 'Report', exact: true }).click()
  await expect.element(page.getByText('Thank you. We’ll look into it.')).toBeVisible()
  expect(told.inputs).toEqual([{ id: comment.id, reason: 'Asks for money.' }])
  await page.getByRole('button', { name: /^Block the writer/ }).click()
  const block = page.getByRole('dialog', { name: 'Block Omar?' })
  const blocked = answer(reportsContract.blockWriter, ({ isBlocked }) => {
    Object.assign(comment, { isBlocked })
  })
  await block.getByRole('button', { name: 'Block', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^Unblock the writer/ })).toBeVisible()
  expect(blocked.inputs).toEqual([{ id: comment.id, isBlocked: true }])
})

test('a number is shown on a click, and people who have confirmed nothing read why they don’t see it', async () => {
  signIn('Omar Khan')
  const report = makeReport({ sharesPhone: true })
  answerReport(report)
  const asked = answer(reportsContract.phone, { phone: '+919845000101' })
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'Show phone number' }).click()
  await expect.element(page.getByRole('link', { name: 'Confirm yours' })).toBeVisible()
  expect(asked.inputs).toEqual([])
  answer(accountsContract.ownWaysIn, made(ownWaysIn, { email: 'omar@example.org', emailConfirmed: true }))
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'Show phone number' }).click()
  await expect.element(page.getByRole('link', { name: 'Call +91 98450 00101' })).toBeVisible()
})

test('a risky text warns its readers, and a comment with a link isn’t sent', async () => {
  signIn('Omar Khan')
  const report = makeReport()
  answerReport(report, [
    makeComment('Pay to me@okaxis', { isRisky: true }),
    makeComment('Saw it near the park.'),
  ])
  const sent = answer(reportsContract.comment)
  await openPage(`/pet-reports/${report.id}`)
  await expect.element(page.getByRole('note')).toHaveTextContent('never share a code or pay')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Look at https://evil.example')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect.element(page.getByText('Please leave out links: everyone can read this.')).toBeVisible()
  expect(sent.inputs).toEqual([])
  await expectAccessible()
})

test('a visitor who logs in to help, or signs up for it, is led back to the report', async () => {
  forgetPerson()
  const report = makeReport()
  answerReport(report)
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('link', { name: 'Log in to help' }).click()
  await expect.element(page.getByText('Log in to help with this report.')).toBeVisible()
  signIn('Omar Khan')
  answerDashboard()
  await refreshSession()
  const onward = page.getByRole('link', { name: 'Continue: Pet report' })
  await expect.element(onward).toHaveAttribute('href', `/pet-reports/${report.id}`)
  await visit('/role-selection')
  await page.getByRole('link', { name: 'Continue to the report' }).click()
  await expect.element(page.getByRole('button', { name: 'I saw this pet' })).toBeVisible()
})

test('a visitor tells where they saw the pet, with their position and a code on their phone', async () => {
  const report = makeReport({ status: 'lost' })
  answerReport(report)
  const sent = answer(reportsContract.sightAsGuest)
  const here = { coords: { latitude: 23.731234, longitude: 92.718768 } } as GeolocationPosition
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) => found(here))
  let asked = 0
  const proof = `${'1'.repeat(13)}.${'x'.repeat(43)}`
  answerAt('/api/auth/phone-codes', () => {
    asked += 1
    return Response.json({})
  })
  answerAt('/api/auth/confirm-phone', () => Response.json({ proof }))
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'I saw this pet' }).click()
  const dialog = page.getByRole('dialog', { name: 'I saw this pet' })
  await dialog.getByRole('textbox', { name: 'Where?' }).fill('By the bakery')
  await dialog.getByRole('button', { name: 'I’m there now' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Remove position' })).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Send', exact: true })
  await submit.click()
  await expect.element(dialog.getByLabelText('Your phone number')).toHaveFocus()
  await dialog.getByLabelText('Your phone number').fill('98450 00101')
  await expectAccessible()
  await submit.click()
  await dialog.getByLabelText(/code/i).fill('123456')
  expect(
    dialog
      .getByRole('textbox', { includeHidden: true })
      .elements()
      .filter((one) => one.checkVisibility()),
  ).toHaveLength(1)
  expect(sent.inputs).toEqual([])
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(page.getByText('Thank you. We’ve told the reporter.')).toBeVisible()
  expect(asked).toBe(1)
  expect(sent.inputs).toMatchObject([
    {
      id: report.id,
      place: 'By the bakery',
      phone: '+919845000101',
      phoneProof: proof,
      position: { lat: 23.73123, lon: 92.71877 },
    },
  ])
  vi.restoreAllMocks()
})

test('a visitor whose code has expired gets a new one, and one who went back enters the code they have', async () => {
  const report = makeReport({ status: 'lost' })
  answerReport(report)
  let asked = 0
  answerAt('/api/auth/phone-codes', () => {
    asked += 1
    if (asked === 2) return Response.json({ code: 'TOO_SOON', retryAfter: 40 }, { status: 429 })
    return Response.json({})
  })
  const proof = `${'1'.repeat(13)}.${'x'.repeat(43)}`
  answerAt('/api/auth/confirm-phone', () => Response.json({ proof }))
  refuse(reportsContract.sightAsGuest, 'request.unavailable')
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'I saw this pet' }).click()
  const dialog = page.getByRole('dialog', { name: 'I saw this pet' })
  await dialog.getByRole('textbox', { name: 'Where?' }).fill('By the bakery')
  await dialog.getByLabelText('Your phone number').fill('98450 00101')
  const submit = dialog.getByRole('button', { name: 'Send', exact: true })
  const code = dialog.getByLabelText(/code/i)
  await submit.click()
  await dialog.getByRole('button', { name: 'Change the sighting or number' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Where?' })).toHaveValue('By the bakery')
  await submit.click()
  await code.fill('123456')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(submit).toBeVisible()
  refuse(reportsContract.sightAsGuest, 'reports.phone_not_confirmed')
  await submit.click()
  await code.fill('654321')
  const sent = answer(reportsContract.sightAsGuest)
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(page.getByText('Thank you. We’ve told the reporter.')).toBeVisible()
  expect(asked).toBe(3)
  expect(sent.inputs).toHaveLength(1)
})

test('the link to a sighting’s place says that readers get the area, not the spot', async () => {
  signIn('Omar Khan')
  const report = makeReport()
  const seen = { kind: 'sighting', text: null, place: 'By the bakery', seenAt: new Date() } as const
  answerReport(report, [makeComment('', { ...seen, position: { lat: 23.73, lon: 92.72 } })])
  await openPage(`/pet-reports/${report.id}`)
  await expect
    .element(page.getByRole('link', { name: 'Show the area on a map (to about 300 m)' }))
    .toBeVisible()
})

test('a reporter sees the number of a passer-by, and where they were', async () => {
  signIn('Tara Bose')
  const report = makeReport({ own: makeOwn() })
  const seen = makeComment('', {
    kind: 'sighting',
    by: null,
    text: null,
    place: 'By the bakery',
    seenAt: new Date(),
    phone: '+919845000101',
    position: { lat: 23.73123, lon: 92.71877 },
  })
  answerReport(report, [seen])
  await openPage(`/pet-reports/${report.id}`)
  await expect.element(page.getByText('A passer-by saw this pet')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '+91 98450 00101' }))
    .toHaveAttribute('href', 'tel:+919845000101')
  await expect.element(page.getByRole('link', { name: 'Show on a map', exact: true })).toBeVisible()
})

test('the place of a report without a position is looked up when it’s edited, and again on request', async () => {
  signIn('Tara Bose')
  const report = makeReport({ own: makeOwn() })
  answerReport(report)
  const aizawl = { city: 'Aizawl', state: null, country: 'India', lat: 23.73, lon: 92.72 }
  const { inputs: asked } = answer(locationContract.placesNamed, ({ name }) => ({
    places: [{ ...aizawl, display: name }],
  }))
  const changed = answer(reportsContract.change)
  await openPage(`/pet-reports/${report.id}?edit=true`)
  await expect.element(page.getByText('We don’t know where this is')).toBeVisible()
  await page.getByLabelText('Where did you find it?').fill('Chanmari')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => changed.inputs.map(({ place }) => place))
    .toEqual([{ area: 'Chanmari', position: { lat: 23.73, lon: 92.72 } }])
  await openPage(`/pet-reports/${report.id}?edit=true`)
  await page.getByRole('button', { name: 'Find place' }).click()
  await expect.element(page.getByText('to within about a kilometre')).toBeVisible()
  expect(asked.map(({ name }) => name)).toEqual(['Chanmari', 'Aizawl'])
})

test('a reporter whose place isn’t known reads that nobody nearby hears, and changes it', async () => {
  signIn('Tara Bose')
  answerReport(makeReport({ status: 'lost', area: 'Behind the shop', position: null, own: makeOwn() }))
  await openPage(`/pet-reports/${newId()}`)
  const note = page.getByRole('note')
  await expect.element(note).toHaveTextContent('We don’t know where “Behind the shop” is')
  await expectAccessible()
  await note.getByRole('link', { name: 'Change the place' }).click()
  await expect.element(page.getByText('We don’t know where this is')).toBeVisible()
})

test('a reporter who has confirmed nothing reads that few people were alerted, and how to reach the others', async () => {
  signIn('Tara Bose')
  const at = { position: { lat: 23.73, lon: 92.72 }, createdAt: new Date('2026-11-02T06:00:00Z') }
  const own = { ...makeOwn(at.position), alerts: { told: 0, waiting: 15 } }
  const report = makeReport({ status: 'lost', own, ...at })
  answerReport(report)
  await openPage(`/pet-reports/${report.id}`)
  const note = page.getByRole('note').filter({ hasText: 'confirmed' })
  await expect.element(note).toHaveTextContent('we’ll tell at least 15 more people within 5 km')
  await expect
    .element(note.getByRole('link', { name: 'Confirm email or phone' }))
    .toHaveAttribute('href', '/edit-profile?section=security')
  await expectAccessible()
  answer(accountsContract.tokens, { tokens: [] })
  answer(accountsContract.sessions, { sessions: [] })
  await note.getByRole('link', { name: 'Confirm email or phone' }).click()
  await expect.poll(address).toBe('/edit-profile?section=security')

  answerAuth('/confirm-email')
  answer(accountsContract.ownWaysIn, made(ownWaysIn, { email: 'tara@example.org', emailConfirmed: true }))
  await visit('/verify-email?token=x')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect.poll(address).toBe(`/pet-reports/${report.id}`)
  await expect
    .element(page.getByText('In a minute, we’ll alert at least 15 more people within 5 km.'))
    .toBeVisible()
  expect(note.elements()).toEqual([])
})

test('a reporter reads how many neighbours were alerted, as long as any are', async () => {
  signIn('Tara Bose')
  answer(accountsContract.ownWaysIn, made(ownWaysIn, { email: 'tara@example.org', emailConfirmed: true }))
  const own = { ...makeOwn(), alerts: { told: 25, waiting: null } }
  answerReport(makeReport({ status: 'lost', own }))
  await openPage(`/pet-reports/${newId()}`)
  await expect.element(page.getByText('alerted at least 25 people within 5 km')).toBeVisible()
  answerReport(makeReport({ status: 'lost', own: makeOwn() }))
  await openPage(`/pet-reports/${newId()}`)
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(page.getByText('within 5 km').elements()).toEqual([])
})

test('a report that isn’t there says so', async () => {
  refuse(reportsContract.report, 'request.not_found')
  await openPage(`/pet-reports/${newId()}`)
  await expect.element(page.getByRole('heading', { name: 'Report not found' })).toBeVisible()
})

test('a place known only as a city is said to be one, and drawn as large', async () => {
  answerTiles(true)
  const facts = {
    area: 'Pune, Maharashtra',
    position: { lat: 18.52, lon: 73.86 },
    isRough: true,
    reachKm: 14,
  }
  const report = makeReport(facts)
  answerReport(report)
  await openPage(`/pet-reports/${report.id}`)
  await expect.element(page.getByText('Somewhere in Pune: the report names no area.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show on a map, to about 14 km' })).toBeVisible()
  const region = page.getByRole('region', { name: 'Map of Pune, Maharashtra' })
  await expect.element(region).toBeVisible()
  const map = region.element()
  const circle = () => map.querySelector('path')?.getBoundingClientRect().width ?? 0
  await expect.poll(circle).toBeGreaterThan(100)
  expect(circle()).toBeLessThan(map.getBoundingClientRect().width)
})

test('others see the place of a report as a circle, and its reporter sees the pin', async () => {
  answerTiles(true)
  const position = { lat: 23.73, lon: 92.72 }
  const report = makeReport({ position })
  answerReport(report)
  await openPage(`/pet-reports/${report.id}`)
  await expect.element(page.getByRole('heading', { name: 'Where it was found' })).toBeVisible()
  const map = page.getByRole('region', { name: 'Map of Aizawl' })
  await expect.element(map).toBeVisible()
  await expect.element(page.getByText('Somewhere in the circle.')).toBeVisible()
  await expect.poll(() => map.element().querySelectorAll('path.leaflet-interactive, path').length).toBe(1)
  await expectAccessible()
  signIn('Tara Bose')
  answerReport({ ...report, own: makeOwn({ lat: 23.7312, lon: 92.7187 }) })
  await openPage(`/pet-reports/${report.id}`)
  await expect.element(page.getByText('Only you see the pin. Others see the circle.')).toBeVisible()
  await expect.element(map.getByRole('button', { name: 'The place' })).toBeVisible()
})

test('a reporter is asked whether the flyer has their phone number', async () => {
  signIn('Tara Bose')
  const report = makeReport({ own: { ...makeOwn(), contactPhone: '+919845000101' } })
  answerReport(report)
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'Flyer to print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Flyer to print' })
  const download = dialog.getByRole('link', { name: 'Download' })
  await expect.element(download).toHaveAttribute('href', `/pet-reports/${report.id}/flyer.pdf`)
  await dialog.getByLabelText('Print my phone number').click()
  await expect.element(download).toHaveAttribute('href', `/pet-reports/${report.id}/flyer.pdf?phone=true`)
  await expectAccessible()
})

test('a closed report no longer says where the pet is, that there’s a reward, or who sees the number', async () => {
  signIn('Tara Bose')
  const facts = { whereabouts: 'with_me', canKeep: true, hasReward: true, colours: 'Grey' } as const
  const own = { ...makeOwn(), contactPhone: '+919845000101' }
  const words = ['With the finder', 'There’s a reward.', '+91 98450 00101']
  answerReport(makeReport({ ...facts, own }))
  await openPage(`/pet-reports/${newId()}`)
  for (const one of words) await expect.element(page.getByText(one)).toBeVisible()
  answerReport(makeReport({ ...facts, own, state: 'reunited', closedAt: new Date() }))
  await openPage(`/pet-reports/${newId()}`)
  await expect.element(page.getByText('Grey')).toBeVisible()
  for (const one of words) await expect.element(page.getByText(one)).not.toBeInTheDocument()
})

test('a sighting is deleted only after a question, which says that the phone number goes too', async () => {
  signIn('Tara Bose')
  const report = makeReport({ own: makeOwn() })
  const entry = { kind: 'sighting', by: null, mayRemove: true, place: 'By the lake' } as const
  answerReport(report, [makeComment('It limped.', { ...entry, seenAt: new Date(), phone: '+919845000101' })])
  const { inputs } = answer(reportsContract.removeEntry)
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: /^Delete the sighting/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this sighting?' })
  await expect.element(dialog.getByText('The phone number goes with it.')).toBeVisible()
  expect(inputs).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => inputs.length).toBe(1)
})

test('a position given for a sighting fills in the words that are missing', async () => {
  signIn('Omar Khan')
  const report = makeReport({ status: 'lost', seenAt: new Date('2026-11-02T08:00:00+05:30') })
  answerReport(report)
  const { inputs } = answer(reportsContract.sight)
  const town = { city: 'Aizawl', state: 'Mizoram', country: 'India', lat: 23.73, lon: 92.72 }
  answer(locationContract.placeAt, { place: { ...town, display: 'Aizawl, Mizoram, India' } })
  const here = { coords: { latitude: 23.731234, longitude: 92.718768 } } as GeolocationPosition
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) => found(here))
  await openPage(`/pet-reports/${report.id}`)
  await page.getByRole('button', { name: 'I saw this pet' }).click()
  const dialog = page.getByRole('dialog', { name: 'I saw this pet' })
  const early = dialog.getByText('That’s before it was last seen')
  await expect.element(early).not.toBeInTheDocument()
  await dialog.getByLabelText('When?').fill('2026-11-01T08:00')
  await expect.element(early).toBeVisible()
  await dialog.getByRole('button', { name: 'I’m there now' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Where?' })).toHaveValue('Aizawl, Mizoram')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => inputs).toMatchObject([{ place: 'Aizawl, Mizoram' }])
  vi.restoreAllMocks()
})
