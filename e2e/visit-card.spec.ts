import type { Page } from '@playwright/test'
import { makePet } from '#/pets/server/factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { makeVisit } from '#/sitting/server/card/visit.factory.ts'
import { makeSitter, type SittingInput } from '#/sitting/server/sitter.factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test, visit } from './fixture.ts'

const minute = 60_000

type Me = { user: { id: string; records: Record<string, string> } }

/** An owner with a dog and a sitter who are to go for a walk, by default one that began five minutes ago. */
async function agreeOnWalk(owner: Session, home: Session, input: Partial<SittingInput> = {}) {
  const fullName = `Leela ${crypto.randomUUID().slice(0, 8)}`
  const login = await signUpByApi(home, fullName)
  await signUpByApi(owner, 'Asha Verma')
  const [sitter, asha] = [await read<Me>(home, '/me'), await read<Me>(owner, '/me')]
  return inDatabase(async (db) => {
    const sitterId = await makeSitter(db, { userId: sitter.user.id, fullName, location: fullName })
    const ownerId = asha.user.records['pet_owner']!
    const pet = await makePet(db, { ownerId, name: 'Bruno' })
    const startsAt = new Date(Date.now() - 5 * minute)
    const id = await makeVisit(db, { ownerId, sitterId, startsAt, petIds: [pet.id], ...input })
    return { login, fullName, card: `/appointments?visit=${id}` }
  })
}

async function addPhoto(page: Page): Promise<void> {
  const photo = await makePhoto('bruno.jpg')
  const buffer = Buffer.from(await photo.arrayBuffer())
  await page.locator('input[type=file]').setInputFiles({ name: 'bruno.jpg', mimeType: 'image/jpeg', buffer })
}

const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img')
const taps = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem')

test('a sitter starts a walk, taps, adds a photo, stops and sends; the owner follows it and gets the card', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const home = await openWindow()
  const { fullName, card } = await agreeOnWalk(page, home, { reason: 'He pulls.' })
  await home.goto('/appointments?side=visits&tab=upcoming')
  await home.getByRole('link', { name: 'Start visit: Asha Verma' }).click()
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Dog walk: Bruno')
  await expect(home.getByRole('region', { name: 'What was agreed' })).toContainText('Comment: He pulls.')
  await expectAccessible(home)
  await home.getByRole('button', { name: 'Start the walk' }).click()
  const pee = home.getByRole('button', { name: 'Pee', exact: true })
  await expect(pee).toBeVisible()
  expect((await pee.boundingBox())!.height).toBeGreaterThanOrEqual(56)

  await page.goto('/appointments')
  const booking = page.getByRole('article', { name: fullName })
  await expect(booking).toContainText('In progress')
  await expect(booking).toContainText(/Started \d\d:\d\d, \d+ min ago/)
  await booking.getByRole('link', { name: `View visit card: ${fullName}` }).click()
  await expect(page.getByText(`${fullName} has started.`)).toBeVisible()

  await pee.click()
  await home.getByRole('button', { name: 'Poo' }).click()
  await expect(taps(home)).toHaveCount(2)
  await home.getByRole('button', { name: /^Undo: Poo/ }).click()
  await expect(taps(home)).toHaveCount(1)
  await addPhoto(home)
  await expect(photos(home)).toHaveCount(1)
  // The owner's open page follows, without a reload.
  await expect(taps(page)).toHaveText([/Pee/])
  await expect(photos(page)).toHaveCount(1)
  await home.getByLabel('Note').fill('He met a cow.')
  await home.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(home)
  await home.getByRole('button', { name: 'Stop the walk' }).click()
  await home.getByRole('button', { name: 'Yes, stop' }).click()
  await expect(home.getByText('Stopped', { exact: true }).last()).toBeVisible()
  await home.getByRole('button', { name: 'Send to Asha Verma' }).click()
  await expect(home.getByText(/^Sent to Asha Verma at \d\d:\d\d\.$/)).toBeVisible()

  await expect
    .poll(async () =>
      (await read<{ rows: { type: string }[] }>(page, '/notifications')).rows.map(({ type }) => type),
    )
    .toContain('visit_card')
  await page.goto(card)
  await expect(taps(page)).toHaveText([/Pee/])
  await expect(photos(page)).toHaveCount(1)
  await expect(page.getByText('He met a cow.')).toBeVisible()
  await expectAccessible(page)
})

test('what a sitter notes without network is kept on the phone, survives a reload, and arrives with both times', {
  tag: '@phone-only',
}, async ({ page: home, openSession, expectConsole }) => {
  test.slow()
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|preload assets/)
  const owner = await openSession()
  const { card } = await agreeOnWalk(owner, home)
  await home.goto(card)
  await home.getByRole('button', { name: 'Start the walk' }).click()
  await home.getByRole('button', { name: 'Water' }).click()
  await expect(taps(home)).toHaveText([/Water/])
  await expect.poll(async () => (await cardsOf(home, card))[0]?.content?.taps.length).toBe(1)

  // The page itself may not have loaded yet.
  await expect(home.getByRole('button', { name: 'Food', exact: true })).toBeVisible()
  await home.context().setOffline(true)
  await home.getByRole('button', { name: 'Pee', exact: true }).click()
  await addPhoto(home)
  await expect(taps(home)).toHaveText([/Water/, /Pee.*waiting to be sent/])
  await expect(photos(home)).toHaveCount(1)
  await expect(home.getByText(/2 notes are waiting to be sent/)).toBeVisible()
  await expectAccessible(home)
  await home.getByRole('button', { name: 'Stop the walk' }).click()
  await home.getByRole('button', { name: 'Yes, stop' }).click()
  await home.getByRole('button', { name: 'Send to Asha Verma' }).click()
  await expect(home.getByText(/4 notes are waiting to be sent/)).toBeVisible()
  expect(await cardsOf(owner, card)).toMatchObject([
    { stopped: null, content: { taps: [{ kind: 'water' }] } },
  ])

  await home.context().setOffline(false)
  // Whichever page is open next sends it.
  await home.goto('/dashboard')
  await expect.poll(async () => (await cardsOf(owner, card))[0]?.stopped).toBeTruthy()
  await visit(home, card)
  await expect(home.getByText(/^Sent to Asha Verma at/)).toBeVisible()
  await expect(home.getByText(/waiting to be sent/)).toHaveCount(0)
  const [{ content }] = (await cardsOf(owner, card)) as [Cards['cards'][number]]
  expect(content!.taps.map(({ kind }) => kind).sort()).toEqual(['pee', 'water'])
  expect(content!.photos).toHaveLength(1)
})

test('another person on the same phone neither sees nor sends what waits there, and logging out asks', {
  tag: '@phone-only',
}, async ({ page: home, openSession, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|preload assets/)
  const owner = await openSession()
  const { card, login } = await agreeOnWalk(owner, home)
  await home.goto(card)
  await home.getByRole('button', { name: 'Start the walk' }).click()
  await expect.poll(async () => (await cardsOf(home, card)).length).toBe(1)
  await home.context().setOffline(true)
  await home.getByRole('button', { name: 'Food', exact: true }).click()
  await expect(home.getByText(/1 note is waiting to be sent/)).toBeVisible()
  // Another login in the same browser, as in another tab.
  await home.context().setOffline(false)
  await home.route('**/rpc/sitting/addToCard*', (route) => route.abort())
  await signUpByApi(home, 'Ravi Kumar')
  await home.unroute('**/rpc/sitting/addToCard*')
  await home.goto('/dashboard')
  await visit(home, card)
  await expect(home.getByText('We couldn’t find this visit.')).toBeVisible()
  await home.context().clearCookies()
  const { email, password } = login
  const headers = { origin: new URL(home.url()).origin }
  await home.request.post('/api/auth/sign-in/email', { data: { email, password }, headers })
  await home.goto(card)
  await expect.poll(async () => (await cardsOf(home, card))[0]?.content?.taps.length).toBe(1)

  // The page itself may not have loaded yet.
  await expect(home.getByRole('button', { name: 'Food', exact: true })).toBeVisible()
  await home.context().setOffline(true)
  await home.getByRole('button', { name: 'Food', exact: true }).click()
  await expect(home.getByText(/1 note is waiting to be sent/)).toBeVisible()
  await home.route('**/rpc/accounts/me*', (route) => route.abort())
  await home.context().setOffline(false)
  home.once('dialog', (dialog) => dialog.dismiss())
  const logout = async () => {
    if (!(await home.getByRole('button', { name: 'Logout' }).isVisible()))
      await home.getByRole('button', { name: 'Menu' }).click()
    await home.getByRole('button', { name: 'Logout' }).click()
  }
  await logout()
  await expect(home.getByText(/1 note is waiting to be sent/)).toBeVisible()
  const asked = home.waitForEvent('dialog')
  const leaving = logout()
  const dialog = await asked
  expect(dialog.message()).toContain('haven’t been sent yet')
  await dialog.accept()
  await leaving
  await home.waitForURL((url) => url.pathname === '/')
  expect(await home.evaluate(() => localStorage.getItem('pawfolk-visit-waiting'))).toBeNull()
})

type Cards = {
  cards: { stopped: unknown; content: { taps: { kind: string }[]; photos: unknown[] } | null }[]
}

async function cardsOf(session: Session, card: string) {
  const id = new URLSearchParams(card.split('?')[1]).get('visit')
  return (await read<Cards>(session, `/sitting/cards/${id}`)).cards
}
