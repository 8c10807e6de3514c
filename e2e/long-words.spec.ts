import type { Page } from '@playwright/test'
import { bookSoon } from './booking.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment, noonBefore } from './provider.ts'

const long = (of: string, length: number) => of.repeat(length).slice(0, length)
/** The longest valid email address: 64 characters before the @, labels of 63 after it. */
const address = (of: string) =>
  `${long(of, 64)}@${long('dots', 60)}.${long('dashes', 60)}.${crypto.randomUUID().slice(0, 8)}.example.com`

/** Lists elements beyond the edge of the screen, except in areas that scroll sideways on purpose. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (
          ['auto', 'scroll'].includes(getComputedStyle(at).overflowX) &&
          at.scrollWidth > at.clientWidth + 1
        )
          return !at.matches('[role=dialog], .mantine-Modal-content, .mantine-Drawer-content, html, body')
      return false
    }
    const found = [...document.querySelectorAll('main *, [role=dialog] *, header *')].filter((element) => {
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || !element.checkVisibility()) return false
      return (box.right > width + 1 || box.left < -1) && !scrolls(element)
    })
    const page =
      document.documentElement.scrollWidth > width ? [`page ${document.documentElement.scrollWidth}`] : []
    return [
      ...page,
      ...found.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`),
    ]
  })
}

async function expectWithin(page: Page, where: string): Promise<void> {
  expect(await beyondTheEdge(page), where).toEqual([])
}

/** Makes an owner and a vet with the longest possible words, a request, and a past visit with a rating. */
async function meetInLongWords(owner: Page, vet: Page) {
  for (const one of [owner, vet]) await one.setViewportSize({ width: 375, height: 812 })
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(owner, 'Asha Verma')
  const added = await owner.request.post('/api/pets', {
    data: { name: long('Bruno', 60), species: 'dog', breed: long('Indie', 60) },
  })
  const { id: petId } = await added.json()
  const idOf = async (one: Page) => (await (await one.request.get('/api/me')).json()).user
  const [ownerUser, vetUser] = [await idOf(owner), await idOf(vet)]
  await inDatabase(async (db) => {
    await db
      .updateTable('users')
      .set({ name: long('Asha', 120), email: address('asha') })
      .where('id', '=', ownerUser.id)
      .execute()
    await db
      .updateTable('users')
      .set({ name: long('Leela', 120), email: address('leela') })
      .where('id', '=', vetUser.id)
      .execute()
    await db
      .updateTable('veterinary_doctors')
      .set({
        full_name: long('Leela', 120),
        specialization: long('Surgery', 120),
        location: long('Indiranagar', 120),
        bio: long('Gentle', 200),
        offers_teleconsultation: true,
        consultation_fee: 50_000,
        registration_council: 'Karnataka Veterinary Council',
        // The database allows changes of these facts only together with a verification.
        facts_verified_at: new Date(),
      })
      .where('id', '=', vetId)
      .execute()
  })
  const booked = await bookSoon(owner, vetId, long('limping', 200))
  await inDatabase((db) =>
    db.insertInto('appointment_pets').values({ appointment_id: booked.id, pet_id: petId }).execute(),
  )
  const past = await haveAppointment(owner, {
    vetId,
    petId,
    startsAt: noonBefore(2),
    status: 'completed' as const,
    reason: long('coughing', 200),
  })
  const rated = await owner.request.put(`/api/appointments/${past}/rating`, {
    data: { stars: 5, feedback: long('wonderful', 200) },
  })
  expect(rated.ok(), await rated.text()).toBe(true)
  return { booked, petId, past, ownerUser, vetUser }
}

test('long unbroken words fit a phone’s screen in a vet’s visits and messages', {
  tag: '@phone-only',
}, async ({ page: owner, openWindow }) => {
  test.slow()
  const vet = await openWindow()
  const { booked } = await meetInLongWords(owner, vet)

  await vet.goto('/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('article')).toContainText('limping')
  await expectWithin(vet, 'the request')
  const accepted = await vet.request.post(`/api/appointments/${booked.id}/acceptance`, {
    data: {},
  })
  expect(accepted.ok(), await accepted.text()).toBe(true)
  await vet.goto('/appointments?side=visits&tab=upcoming')
  await expect(vet.getByRole('article').getByRole('link', { name: /@/ })).toBeVisible()
  await expectWithin(vet, 'the visit')
  await vet.getByRole('link', { name: /^Message/ }).click()
  const drawer = vet.getByRole('dialog')
  await drawer.getByRole('textbox').fill(long('hello', 300))
  await drawer.getByRole('button', { name: 'Send' }).click()
  await expect(drawer.getByText(long('hello', 300))).toBeVisible()
  await expectWithin(vet, 'the message drawer')

  await vet.goto('/appointments?side=visits&tab=past')
  await expect(vet.getByRole('main').getByText('coughing').first()).toBeVisible()
  await expectWithin(vet, 'the past visit')
})

test('long unbroken words fit a phone’s screen on the other pages of owners, vets and admins', {
  tag: '@phone-only',
}, async ({ page: owner, openWindow }) => {
  test.setTimeout(240_000)
  const [vet, desk] = [await openWindow(), await openWindow()]
  const { petId, past, ownerUser } = await meetInLongWords(owner, vet)
  const post = async (one: Page, path: string, data: object) => {
    const answer = await one.request.post(`/api${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const ticket = await post(owner, '/support-tickets', {
    topic: 'other',
    subject: long('subject', 100),
    message: long('message', 300),
  })
  const note = await post(vet, '/care/notes', {
    bookingId: past,
    petId,
    type: 'exam',
    history: long('history', 300),
    plan: long('plan', 300),
  })
  await post(vet, `/care/notes/${note.id}/signature`, { seen: 1 })
  await post(owner, '/me/tokens', { name: long('token', 60), scopes: ['profile:read'], days: 30 })

  const look = async (one: Page, path: string) => {
    await one.goto(path)
    await expect(one.getByRole('heading', { level: 1 })).toBeVisible()
    await one.waitForLoadState('networkidle')
    await expectWithin(one, path)
  }
  const settings = ['profile', 'security', 'notifications', 'api', 'data'].map(
    (section) => `/edit-profile?section=${section}`,
  )
  for (const path of [
    '/dashboard',
    ...settings,
    '/profile/pet-owner',
    `/profile/add-pet?pet=${petId}`,
    '/payments',
    '/appointments?side=bookings&tab=upcoming',
    '/appointments?side=bookings&tab=past',
    `/dashboard/pet-visit-notes?pet=${petId}`,
    '/help-support?ticket=all',
    `/help-support?ticket=${ticket.id}`,
    '/services',
    '/services/book-a-vet',
  ])
    await look(owner, path)

  const vetCard = owner.getByRole('article').filter({ hasText: 'LeelaLeela' }).first()
  await vetCard.getByRole('link', { name: /^Book with/ }).click()
  await expect(owner.getByRole('dialog')).toBeVisible()
  await owner.waitForLoadState('networkidle')
  await expectWithin(owner, 'the booking dialog')

  await owner.goto('/about')
  await owner.getByRole('button', { name: 'Your profile' }).click()
  await expect(owner.getByRole('button', { name: 'Logout' }).last()).toBeVisible()
  await expectWithin(owner, 'the profile menu')

  for (const path of [
    '/dashboard',
    '/profile/veterinary',
    '/edit-profile',
    `/dashboard/pet-visit-notes?pet=${petId}`,
  ])
    await look(vet, path)
  await vet.goto('/about')
  await vet.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    vet.getByRole('dialog', { name: 'Notifications', exact: true }).getByRole('listitem').first(),
  ).toBeVisible()
  await expectWithin(vet, 'the bell')

  await desk.setViewportSize({ width: 375, height: 812 })
  await openDesk(desk, 'Asha')
  for (const view of [
    'users',
    'providers',
    'messages',
    'reports',
    'appointments',
    'ratings',
    'payouts',
    'refunds',
    'log',
  ])
    await look(desk, `/admin-dashboard?view=${view}`)
  await look(desk, `/admin-dashboard?user=${ownerUser.id}`)
})
