/** An owner and a caregiver share a pet's to-dos, side by side. */
import type { Page } from '@playwright/test'
import { makeMember } from '#/households/server/household.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, signUpByPhone, test } from './fixture.ts'

const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const tick = (page: Page, name: string) => page.getByRole('button', { name: `Mark as done: ${name}` })
const live = { timeout: 15_000 }

/** Posts as the page's user. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { origin: new URL(test.info().project.use.baseURL!).origin }
  const answer = await page.request.post(`/api${path}`, { data, headers })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
}

/** Waits for the mail to an address, and returns its link's path. */
async function invitationTo(page: Page, email: string): Promise<string> {
  let path = ''
  const look = async () => {
    const { messages } = (await (await page.request.get('/api/outbox')).json()) as {
      messages: { to: string; text: string }[]
    }
    path = /\/invite\/[\w-]+/.exec(messages.find(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
    return path
  }
  await expect.poll(look, live).not.toBe('')
  return path
}

test('an owner invites a caregiver, who ticks a shared pet’s meal before the owner does, and leaves', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)|403/)
  await signUpByPhone(page, `+9198${String(Date.now()).slice(-8)}`)
  const caregiver = await openWindow()
  const { email } = await signUpByApi(caregiver, 'Ravi Kumar')
  const petId = await page.request
    .post('/api/pets', {
      data: { name: 'Bruno', species: 'dog' },
      headers: { origin: new URL(test.info().project.use.baseURL!).origin },
    })
    .then(async (answer) => ((await answer.json()) as { id: string }).id)
  const dueOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await post(page, '/todo', { title: 'Evening meal', kind: 'feeding', petId, dueOn })
  await post(page, '/todo', { title: 'Water the plants', kind: 'other', dueOn })

  await page.goto('/todo')
  await page.getByRole('button', { name: 'Show who helps' }).click()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const form = page.getByRole('form', { name: 'Invite someone' })
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByLabel('Their email address')).toBeFocused()
  await form.getByLabel('Their email address').fill(email)
  await form.getByLabel('Bruno').check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  // People who signed up by phone haven't said their name.
  const asking = page.getByRole('dialog', { name: 'What’s your name?' })
  await asking.getByLabel('Your name').fill('Asha Verma')
  await asking.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Sees the to-dos of Bruno')
  await expectAccessible(page)

  const path = await invitationTo(page, email)
  const stranger = await openWindow()
  await stranger.goto(path)
  await expect(stranger.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  await expect(stranger.getByRole('main')).toContainText('You’ll see the to-dos of Bruno')
  await expectAccessible(stranger)
  await signUpByApi(stranger, 'Somebody Else')
  await stranger.goto(path)
  await expect(stranger.getByText('you’re logged in with another address')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Accept' })).toBeHidden()

  await caregiver.goto(path)
  await expectAccessible(caregiver)
  await caregiver.getByRole('button', { name: 'Accept' }).click()
  await expect(row(caregiver, 'Evening meal, Bruno')).toContainText('household')
  await expect(row(caregiver, 'Water the plants')).toBeHidden()
  await expect(caregiver.getByRole('button', { name: 'More for Evening meal, Bruno' })).toBeHidden()
  await expectAccessible(caregiver)
  await stranger.reload()
  await expect(stranger.getByText('This invitation has already been accepted.')).toBeVisible()

  // The owner's page is a step behind until it hears about the tick.
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Ravi Kumar', live)
  await tick(caregiver, 'Evening meal, Bruno').click()
  await expect(caregiver.getByRole('button', { name: 'Undo: Evening meal, Bruno' })).toBeVisible()
  await expect(row(page, 'Evening meal, Bruno')).toBeHidden(live)
  await page.getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect(page.getByRole('region', { name: 'Done' })).toContainText('by Ravi Kumar')

  await caregiver.getByRole('button', { name: 'Show who helps' }).click()
  await caregiver.getByRole('button', { name: /^Leave / }).click()
  await caregiver.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(caregiver.getByText('Households you help')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Members' })).toBeHidden(live)
})

type Me = { user: { id: string; records: Record<string, string> } }

/** Signs up Asha with Bruno, and Ravi as Bruno's caregiver. */
async function openHousehold(page: Page, caregiver: Page): Promise<string> {
  await signUpByApi(page, 'Asha Verma')
  const { email } = await signUpByApi(caregiver, 'Ravi Kumar')
  const [asha, ravi] = [await read<Me>(page, '/me'), await read<Me>(caregiver, '/me')]
  return inDatabase(async (db) => {
    const { id } = await makePet(db, { ownerId: asha.user.records['pet_owner']!, name: 'Bruno' })
    const people = { userId: asha.user.id, memberId: ravi.user.id, email }
    await makeMember(db, { ...people, petIds: [id], now: new Date() })
    return id
  })
}

test('an owner removes a caregiver, whose open list loses the pet’s tasks at once', async ({
  page,
  openWindow,
}) => {
  const caregiver = await openWindow()
  const petId = await openHousehold(page, caregiver)
  const dueOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await post(page, '/todo', { title: 'Evening meal', kind: 'feeding', petId, dueOn })
  const stream = caregiver.waitForResponse('**/live/stream?*')
  await caregiver.goto('/todo')
  await expect(row(caregiver, 'Evening meal, Bruno')).toBeVisible()
  await stream
  await page.goto('/todo')
  await page.getByRole('button', { name: 'Show who helps' }).click()
  await page.getByRole('button', { name: 'Remove Ravi Kumar' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Ravi Kumar?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Members' })).toBeHidden()
  await expect(row(caregiver, 'Evening meal, Bruno')).toBeHidden(live)
  await expect(caregiver.getByText('Nothing to do. Add your first task.')).toBeVisible()
})
