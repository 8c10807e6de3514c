import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#/kernel/time.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { makeSitter, type SitterInput } from '#/sitting/server/sitter.factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, type Session, signUpByApi } from './fixture.ts'

const today = () => dayOf(new Date(), 'Asia/Kolkata')
export const inDays = (count: number) => addDays(today(), count)

/** A sitter of this story alone, for every service. */
export async function becomeSitter(session: Session, input: Omit<SitterInput, 'userId'> = {}) {
  const fullName = `Leela ${crypto.randomUUID().slice(0, 8)}`
  await signUpByApi(session, fullName)
  const { user } = await read<{ user: { id: string } }>(session, '/me')
  const id = await inDatabase((db) =>
    makeSitter(db, { userId: user.id, fullName, location: fullName, nightlyRate: 110_000, ...input }),
  )
  return { id, fullName }
}

/** An owner with these dogs and a saved card, whose address is confirmed. */
export async function becomeOwner(session: Session, ...names: string[]): Promise<string[]> {
  await signUpByApi(session, 'Asha Verma')
  const { user } = await read<{ user: { id: string } }>(session, '/me')
  await inDatabase(async (db) => {
    await makeMethod(db, user.id)
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute()
  })
  const ids = []
  for (const name of names) {
    const added = await session.request.post('/api/pets', { data: { name, species: 'dog' } })
    expect(added.ok(), await added.text()).toBe(true)
    ids.push(((await added.json()) as { id: string }).id)
  }
  return ids
}

export async function fillRest(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: /get along with other dogs/ })
    .getByText('Yes')
    .click()
  const contact = page.getByRole('region', { name: 'Emergency contact' })
  await contact.getByLabel('Name').fill('Kavya Verma')
  await contact.getByLabel('Phone number').fill('+91 98100 12345')
  await page.getByLabel('I agree to these terms').check()
}
