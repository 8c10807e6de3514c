import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk, openView } from './desk.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

type Visits = { owner: Session; stylist: Session; fullName: string; noteIncident: Note }
type Note = (input?: { happened?: string }) => Promise<string>

/** Signs an owner and a stylist up; each call of `noteIncident` makes a visit that is over, with an incident. */
async function makeVisits(owner: Session, stylist: Session): Promise<Visits> {
  const fullName = `Farah ${crypto.randomUUID().slice(0, 8)}`
  await signUpByApi(owner, 'Asha Verma')
  await signUpByApi(stylist, fullName)
  const idsOf = async ({ request }: Session) => (await (await request.get('/api/me')).json()).user
  const [{ records }, { id: userId }] = await Promise.all([idsOf(owner), idsOf(stylist)])
  const { stylistId, petId } = await inDatabase(async (db) => ({
    stylistId: await makeStylist(db, { userId, fullName }),
    petId: (await makePet(db, { ownerId: records.pet_owner, name: 'Bruno' })).id,
  }))
  let hoursAgo = 1
  const noteIncident: Note = async ({ happened = 'He bit me when I cut his nails.' } = {}) => {
    hoursAgo += 2
    const startsAt = new Date(Date.now() - hoursAgo * 3_600_000)
    const visit = { stylistId, ownerId: records.pet_owner, pets: [{ petId }], startsAt }
    const bookingId = await inDatabase((db) => makeStyling(db, { ...visit, status: 'completed' }))
    const noted = await stylist.request.post('/api/care/incidents', {
      data: {
        bookingId,
        petId,
        kind: 'bite',
        severity: 'serious',
        happened,
        done: 'I put a muzzle on him.',
      },
    })
    expect(noted.ok(), await noted.text()).toBe(true)
    return (await noted.json()).id
  }
  return { owner, stylist, fullName, noteIncident }
}

test('an admin removes an incident with a reason, and both sides are told why', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/404/)
  const asha = await openWindow()
  const { stylist, fullName, noteIncident } = await makeVisits(asha, await openSession())
  const id = await noteIncident()
  const post = async ({ request }: Session, path: string, data: object) =>
    expect((await request.post(`/api/care/incidents/${id}/${path}`, { data })).ok(), path).toBe(true)
  await post(asha, 'answer', { seen: 1, text: 'That was another dog.' })
  for (const text of ['The wound is healing.', 'The wound is healing.'])
    await post(stylist, 'addenda', { text })

  await openDesk(page, 'Zoya')
  await page.goto('/admin-dashboard')
  await openView(page, 'Incidents')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents')
  await page.getByRole('searchbox', { name: 'Search' }).fill(fullName)
  const incident = page.getByRole('article', { name: `Incident with Bruno noted by ${fullName}` })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(incident).toContainText('Bite, serious')
  await expect(incident).toContainText('He bit me when I cut his nails.')
  await expect(incident).toContainText('I put a muzzle on him.')
  await expect(incident).toContainText('That was another dog.')
  await expect(incident.getByText('The wound is healing.')).toHaveCount(2)
  await expectAccessible(page)

  await incident.getByRole('button', { name: 'Remove incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this incident?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await expectAccessible(page)
  const reason = `The stylist mixed up two dogs, says ${fullName}.`
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).dblclick()
  await expect(page.getByText('The incident is removed.')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  const nothing = page.getByText(`We couldn’t find any incidents for “${fullName}”.`)
  await expect(nothing).toBeFocused()

  await page.getByLabel('Show').selectOption('Removed')
  await expect(incident).toContainText(reason)
  await expect(incident).toContainText('Removed by Zoya')
  await expect(incident.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await incident.getByRole('link', { name: 'Appointment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointments')
  await expect(page.getByRole('article')).toContainText(fullName)
  await openView(page, 'Audit log')
  await page.getByLabel('What').selectOption('Removed the incident')
  await expect(page.getByRole('article').filter({ hasText: reason })).toContainText(
    'Zoya removed the incident: an incident at a visit',
  )

  await asha.goto(`/dashboard/pet-visit-notes?incident=${id}`)
  await expect(asha.getByText('We couldn’t find this incident.')).toBeVisible()
  await asha.goto('/appointments?tab=past')
  await expect(asha.getByRole('article', { name: fullName })).toBeVisible()
  await expect(asha.getByRole('link', { name: /^Incident/ })).toHaveCount(0)
  await asha.getByRole('button', { name: /^Notifications/ }).click()
  const news = asha.getByRole('dialog', { name: 'Notifications' })
  await expect(news.getByText('Removed: incident with Bruno')).toBeVisible()
  await expect(news.getByText(reason)).toBeVisible()
})

test('a list of incidents is paged, says when it fails, and notices a faster admin', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const { fullName, noteIncident } = await makeVisits(await openSession(), await openSession())
  for (let count = 1; count <= 21; count++)
    await noteIncident({ happened: `Bite ${count}\n${'W'.repeat(60)}` })

  await openDesk(page, 'Zoya')
  const list = '**/api/admin/rpc/admin/incidents**'
  await page.route(list, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`/admin-dashboard?view=incidents&q=${encodeURIComponent(fullName)}`)
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(21)
  await expect(page.getByRole('article').last()).toBeFocused()
  await expect(page.getByRole('article').last()).toContainText('Bite 1')

  const colleague = await openWindow()
  await openDesk(colleague, 'Nila', 'support')
  await colleague.goto(page.url())
  for (const at of [page, colleague]) {
    await at.getByRole('button', { name: 'Remove incident' }).first().click()
    await at.getByRole('dialog').getByLabel('Reason').fill('Noted twice')
  }
  const remove = (at: typeof page) =>
    at.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  // Read again, the list would lose the incident, and its dialog with it, before the answer comes.
  await page.route(list, () => {})
  await remove(colleague)
  await expect(colleague.getByText('The incident is removed.')).toBeVisible()
  await remove(page)
  await expect(page.getByText('Someone else has already removed this incident.')).toBeVisible()
})
