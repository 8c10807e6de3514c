import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk, openView } from './desk.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

/** Signs an owner and a stylist up, and makes a visit that is over, with an incident. */
async function makeIncident(
  owner: Session,
  stylist: Session,
): Promise<{ id: string; stylist: Session; fullName: string }> {
  const fullName = `Farah ${crypto.randomUUID().slice(0, 8)}`
  await signUpByApi(owner, 'Asha Verma')
  await signUpByApi(stylist, fullName)
  const idsOf = async ({ request }: Session) => (await (await request.get('/api/me')).json()).user
  const [{ records }, { id: userId }] = await Promise.all([idsOf(owner), idsOf(stylist)])
  const { stylistId, petId } = await inDatabase(async (db) => ({
    stylistId: await makeStylist(db, { userId, fullName }),
    petId: (await makePet(db, { ownerId: records.pet_owner, name: 'Bruno' })).id,
  }))
  const startsAt = new Date(Date.now() - 3 * 3_600_000)
  const visit = { stylistId, ownerId: records.pet_owner, pets: [{ petId }], startsAt }
  const bookingId = await inDatabase((db) => makeStyling(db, { ...visit, status: 'completed' }))
  const noted = await stylist.request.post('/api/care/incidents', {
    data: {
      bookingId,
      petId,
      kind: 'bite',
      severity: 'serious',
      happened: 'He bit me when I cut his nails.',
      done: 'I put a muzzle on him.',
    },
  })
  expect(noted.ok(), await noted.text()).toBe(true)
  return { id: (await noted.json()).id, stylist, fullName }
}

test('an admin removes an incident with a reason, and both sides are told why', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/404/)
  const asha = await openWindow()
  const { id, stylist, fullName } = await makeIncident(asha, await openSession())
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
