import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'

const world = await openWorld()
const { db } = world
const tables = (await db.introspection.getTables())
  .filter(({ schema, isView }) => schema === 'public' && !isView)
  .map(({ name }) => name as 'users')

const rows = async () => {
  const all = await Promise.all(
    tables.map(async (table) =>
      (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify({ table, ...row })),
    ),
  )
  return all.flat()
}

/** Returns the rows that making a person adds, without what differs between two people. */
async function rowsOf(make: (name: string) => Promise<Person>, name: string): Promise<string[]> {
  const before = await rows()
  const { userId } = await make(name)
  const added = (await rows()).filter((row) => !before.includes(row))
  return added
    .map((row) =>
      row
        .replaceAll(userId, 'the user')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f-]{21}/g, 'an id')
        .replaceAll(name, 'the name')
        .replaceAll(name.toLowerCase(), 'the lower-case name')
        .replaceAll(/"token":"[\w-]{32}"/g, 'a token')
        .replaceAll(/[0-9a-f]{32}:[0-9a-f]{128}/g, 'a hash')
        .replaceAll(
          /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
          (time) => `in ${Math.round((Date.parse(time) - Date.now()) / 60_000)} minutes`,
        ),
    )
    .toSorted()
}

test('a person made by the factory has the rows of one who signed up by the form', async () => {
  const signedUp = await rowsOf(world.signUpByForm, 'Asha')
  expect(signedUp).toHaveLength(5)
  expect(await rowsOf(world.signUp, 'Ravi')).toEqual(signedUp)
})

test('their session and their password are as good', async () => {
  const meera = await world.signUp('meera')
  const me = await meera.call.accounts.me()
  expect(me.user).toMatchObject({ id: meera.userId, records: { pet_owner: meera.ownerId } })
  const login = { email: meera.email, password: 'meera-password' }
  const { status } = await ask(world.url, '/sign-in/email', login, { origin: world.url })
  expect(status).toBe(200)
})
