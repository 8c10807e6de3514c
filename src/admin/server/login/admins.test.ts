import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { createAdmin, givePassword } from './admins.ts'

const { db } = await openWorld()

test('an admin gets a long random password, and can’t set a short or commonly guessed one', async () => {
  const given = []
  for (const name of ['nila', 'omar']) {
    const email = `${name}@desk.example`
    given.push((await createAdmin(db, { email, name, role: 'admin', now: new Date() })).password)
  }
  for (const password of given) expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(given[0]).not.toBe(given[1])
  for (const weak of ['sunshine', 'unchained', 'short-one'])
    await expect(givePassword(db, newId<'admin'>(), weak)).rejects.toThrow('not good enough for an admin')
})
