import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { reportRates, unconfirmedTogether } from '#/reports/rules.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })
const { db, clock } = world
const asha = await world.signUp('asha')
const report = () => makeReport(db, { userId: asha.userId, at: clock.now })
const refusedTogether = { code: 'reports.unconfirmed_together' }
const confirm = ({ userId }: Person) =>
  db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
const forgetNetworks = () => db.deleteFrom('rate_limits').where('key', 'like', 'pet-report-guest:%').execute()

const strangers = (named: string, many: number) =>
  Promise.all(Array.from({ length: many }, (_, index) => world.signUp(`${named}${index}`)))

const sight = (who: Person, id: string) =>
  who.call.reports.sight({ id, seenAt: clock.now.toISOString(), place: 'Behind the bakery' })
const comment = (who: Person, id: string) => who.call.reports.comment({ id, text: 'I have him. Pay me.' })

/** Returns how many got through; the others are refused until they confirm something. */
async function race(tries: Promise<unknown>[]): Promise<number> {
  const ends = await Promise.allSettled(tries)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(refusedTogether)
  return ends.filter(({ status }) => status === 'fulfilled').length
}

test('accounts that have confirmed nothing share ten entries a day about a report, also when all write at once', async () => {
  const id = await report()
  const crowd = await strangers('writer', 7)
  const written = await race(crowd.flatMap((who) => [comment(who, id), sight(who, id)]))
  expect(written).toBe(unconfirmedTogether.entries)
  expect((await asha.call.reports.timeline({ id })).rows).toHaveLength(unconfirmedTogether.entries)

  const [first, second] = crowd as [Person, Person]
  await forgetNetworks()
  await expect(comment(first, id)).rejects.toMatchObject(refusedTogether)
  // Reporters who have confirmed nothing themselves still answer, and other reports have their own room.
  await comment(asha, id)
  await comment(first, await report())
  await confirm(second)
  await comment(second, id)
})

test('they open five threads a day about a report, also when all write at once', async () => {
  const id = await report()
  const crowd = await strangers('helper', 8)
  const write = (who: Person) => who.call.reports.message({ id, text: 'Pay me for him.' })
  expect(await race(crowd.map(write))).toBe(unconfirmedTogether.contacts)
  const { rows } = await asha.call.reports.contacts({ id })
  expect(rows).toHaveLength(unconfirmedTogether.contacts)

  const isIn = async (who: Person) => (await who.call.reports.contacts({ id })).rows.length > 0
  const inside = await Promise.all(crowd.map(isIn))
  // Threads that exist go on.
  await write(crowd[inside.indexOf(true)]!)
  const outside = crowd[inside.indexOf(false)]!
  await expect(write(outside)).rejects.toMatchObject(refusedTogether)
  await confirm(outside)
  await write(outside)
})

test('from one network they write as many entries an hour as guests, over all reports', async () => {
  await forgetNetworks()
  const reports = await Promise.all(Array.from({ length: 6 }, report))
  const crowd = await strangers('neighbour', 4)
  const tries = reports.flatMap((id) => crowd.map((who) => comment(who, id)))
  expect(await race(tries)).toBe(reportRates.guest.max)
  const [known] = crowd as [Person]
  await confirm(known)
  await comment(known, reports[0]!)
})

test('the invariants hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
