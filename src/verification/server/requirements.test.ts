import { expect, test } from 'vitest'
import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { requirements } from '#/verification/rules.ts'

const world = await openWorld()
const { db } = world

test.each([
  ['pet_trainers', 'pet_trainer'],
  ['pet_stylists', 'pet_stylist'],
] as const)('of %s, who lacks nothing is listed in the calendar, and nobody else', async (table, record) => {
  const listed = []
  for (const hourly_rate of [null, 80_000])
    for (const specializations of [[], ['Puppy Training']]) {
      const { userId } = await world.signUp(`${record}.${listed.length}`)
      await confirmEmail(db, userId)
      const id = newId()
      await db
        .insertInto(table)
        .values({ id, user_id: userId, full_name: 'Kabir Shah', hourly_rate, specializations })
        .execute()
      const { missing } = await db
        .selectFrom('record_requirements')
        .select('missing')
        .where('record_id', '=', id)
        .executeTakeFirstOrThrow()
      const calendar = await db
        .selectFrom('calendar_providers')
        .select('listed')
        .where('provider_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(calendar.listed, `${hourly_rate} ${specializations}`).toBe(missing!.length === 0)
      expect(requirements[record]).toEqual(expect.arrayContaining(missing!))
      listed.push(calendar.listed)
    }
  expect(listed).toEqual([false, false, false, true])
})
