import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { nextDigestAt } from '#/reports/alerts.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { db, clock } = world
const people = ['asha', 'ravi', 'zoya', 'meera'].map(world.signUp)
const [asha, ravi, zoya, meera] = (await Promise.all(people)) as [Person, Person, Person, Person]
const confirm = (...who: Person[]) =>
  db
    .updateTable('users')
    .set({ email_verified: true })
    .where(
      'id',
      'in',
      who.map(({ userId }) => userId),
    )
    .execute()
const signUpMany = (...names: string[]) => Promise.all(names.map(world.signUp))
const deliver = () => world.app.jobs.deliverEvents(clock.now)
const digest = () => world.app.jobs.runSweep('tell-of-pets-lost-nearby', clock.now)
const later = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * HOUR)
}
// Each test has its own part of the world.
let degree = 0
const next = () => {
  degree += 2
}
const place = (km = 0) => ({ lat: degree + km / 111.2, lon: 77.6 })
const alertAt = (who: Person, km = 0, mutedSpecies: ('cat' | 'dog')[] = []) =>
  who.call.reports.setAlertPlace({ area: 'Home', position: place(km), mutedSpecies })
const report = async (who: Person, part: object = {}) =>
  (
    await who.call.reports.create({
      status: 'lost',
      species: 'dog',
      petName: 'Bruno',
      seenAt: clock.now.toISOString(),
      place: { area: 'Park', position: place() },
      photos: [await makePhoto()],
      ...part,
    })
  ).id
const told = async (who: Person) => {
  await deliver()
  const types = ['pet_report', 'report_updated']
  return (await who.call.notifications.list({})).rows.filter(({ type }) => types.includes(type))
}
const toldAbout = async (who: Person, id: string) =>
  (await told(who)).filter(({ relatedReportId }) => relatedReportId === id).map(({ title }) => title)

test('people choose a place, which is kept to a kilometre, and forget it again', async () => {
  await zoya.call.reports.setAlertPlace({
    area: 'Indiranagar',
    position: { lat: 12.97843, lon: 77.64088 },
    mutedSpecies: ['cat'],
  })
  expect(await zoya.call.reports.alertPlace({})).toEqual({
    place: { area: 'Indiranagar', position: { lat: 12.98, lon: 77.64 }, mutedSpecies: ['cat'] },
  })
  expect(await ravi.call.reports.alertPlace({})).toEqual({ place: null })
  await zoya.call.reports.removeAlertPlace({})
  expect(await zoya.call.reports.alertPlace({})).toEqual({ place: null })
})

test('people within 5 km of a lost pet hear at once, but not the reporter and not those further away', async () => {
  next()
  await alertAt(asha)
  await alertAt(ravi, 4)
  await alertAt(zoya, 7)
  const id = await report(asha)
  expect(await toldAbout(ravi, id)).toEqual(['Lost near you: Bruno'])
  expect((await told(ravi))[0]?.message).toContain('about 4 km from Home')
  expect(await toldAbout(zoya, id)).toEqual([])
  expect(await toldAbout(asha, id)).toEqual([])
})

test('found pets, muted species, closed reports, and reports without a place alert nobody', async () => {
  next()
  await alertAt(ravi, 0, ['dog'])
  await alertAt(zoya)
  expect(await toldAbout(ravi, await report(asha))).toEqual([])
  expect(await toldAbout(zoya, await report(asha, { status: 'found' }))).toEqual([])
  expect(await toldAbout(zoya, await report(asha, { place: { area: 'Park' } }))).toEqual([])
  const withdrawn = await report(asha)
  await asha.call.reports.withdraw({ id: withdrawn })
  expect(await toldAbout(zoya, withdrawn)).toEqual([])
})

test('nobody is alerted more than three times in 24 hours, also when many are reported at once', async () => {
  next()
  later(48)
  await alertAt(meera)
  const before = (await told(meera)).length
  const reporters = await signUpMany('jaya', 'kiran', 'lata', 'mohan', 'nila')
  await confirm(...reporters)
  for (const reporter of reporters) await report(reporter)
  await Promise.all([deliver(), deliver()])
  expect((await told(meera)).length - before).toBe(3)
  later(25)
  const id = await report(asha)
  expect(await toldAbout(meera, id)).toEqual(['Lost near you: Bruno'])
})

test('throwaway accounts reach a neighbour once a day together, and a confirmed owner still reaches them', async () => {
  next()
  later(48)
  await alertAt(meera)
  const throwaways = await signUpMany('pills', 'cheap', 'buy')
  const theirs: string[] = []
  for (const who of [...throwaways, ...throwaways]) theirs.push(await report(who))
  await Promise.all([deliver(), deliver()])
  const about = async (ids: string[]) =>
    (await told(meera)).filter(({ relatedReportId }) => ids.includes(relatedReportId ?? '')).length
  expect(await about(theirs)).toBe(1)
  const [neighbour] = await signUpMany('genuine')
  await confirm(neighbour!)
  const genuine = await report(neighbour!)
  expect(await about([genuine])).toBe(1)
  later(24)
  expect(await about([await report(throwaways[0]!)])).toBe(1)
})

test('a reporter alerts a neighbour once a day, however many pets they report', async () => {
  next()
  later(48)
  await alertAt(meera)
  const [reporter] = await signUpMany('spree')
  await confirm(reporter!)
  const ids = [await report(reporter!), await report(reporter!), await report(reporter!)]
  await Promise.all([deliver(), deliver()])
  const about = async () =>
    (await told(meera)).filter(({ relatedReportId }) => ids.includes(relatedReportId ?? ''))
  expect(await about()).toHaveLength(1)
  later(24)
  ids.push(await report(reporter!))
  expect(await about()).toHaveLength(2)
})

test('until an address or number is confirmed, one report a day is taken, also when several are sent at once', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const stranger = await limited.signUp('stranger')
  const post = async () =>
    stranger.call.reports.create({
      status: 'found',
      species: 'dog',
      seenAt: limited.clock.now.toISOString(),
      place: { area: 'Park' },
    })
  const tries = await Promise.allSettled([post(), post(), post()])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await stranger.call.reports.remove({ id: (await stranger.call.reports.mine({})).rows[0]!.id })
  await expect(post()).rejects.toMatchObject({ code: 'reports.unconfirmed' })
  await limited.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', stranger.userId)
    .execute()
  await post()
})

const makeNeighbours = (count: number, km = 0) =>
  db.executeQuery<{ user_id: string }>(
    CompiledQuery.raw(
      `with made as (
         insert into users (id, email, name) select id, id || '@near.example', 'Near'
           from (select gen_random_uuid() as id from generate_series(1, $4)) n returning id)
       insert into alert_places (user_id, area, latitude, longitude, digest_at, updated_at)
       select id, 'Here', $1, $2, $3, $3 from made returning user_id`,
      [place(km).lat, place(km).lon, new Date(clock.now.getTime() + DAY), count],
    ),
  )
const alertedAbout = async (id: string) => {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('source', '=', `reports.near:${id}`)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
const afterConfirming = async () => {
  await world.app.jobs.runSweep('alert-once-reporters-are-confirmed', clock.now)
  await deliver()
}

test('reporters who have confirmed nothing reach the closest quarter, and leave the others to the next one', async () => {
  next()
  const closest = (await makeNeighbours(2)).rows.map(({ user_id }) => user_id)
  await makeNeighbours(6, 3)
  const [first, second] = await signUpMany('first', 'second')
  const theirs = [await report(first!), await report(first!)]
  await deliver()
  expect((await alertedAbout(theirs[0]!)).toSorted()).toEqual(closest.toSorted())
  expect(await alertedAbout(theirs[1]!)).toEqual([])
  const other = await report(second!)
  await deliver()
  const reached = await alertedAbout(other)
  expect(reached).toHaveLength(2)
  expect(reached.filter((id) => closest.includes(id))).toEqual([])
})

test('one reporter who has confirmed nothing reaches twenty people at most', async () => {
  next()
  await makeNeighbours(100)
  const [stranger] = await signUpMany('stranger')
  const id = await report(stranger!)
  await deliver()
  expect(await alertedAbout(id)).toHaveLength(20)
})

test('once the reporter confirms an address or number, the others hear too, once, unless the report is old or closed', async () => {
  next()
  await makeNeighbours(8)
  const [late, older, home] = await signUpMany('late', 'older', 'home')
  const old = await report(older!)
  await deliver()
  later(8 * 24)
  const id = await report(late!)
  const closed = await report(home!)
  await deliver()
  expect(await alertedAbout(id)).toHaveLength(2)
  const alertsOf = async () => (await late!.call.reports.report({ id })).own?.alerts
  expect(await alertsOf()).toEqual({ told: 0, waiting: 5 })
  expect((await home!.call.reports.report({ id })).own).toBeNull()
  expect((await older!.call.reports.report({ id: old })).own!.alerts).toBeNull()
  await home!.call.reports.reunite({ id: closed })
  const before = [await alertedAbout(old), await alertedAbout(closed)]
  await afterConfirming()
  expect(await alertedAbout(id)).toHaveLength(2)
  await confirm(late!, older!, home!)
  await Promise.all([afterConfirming(), afterConfirming()])
  expect(await alertsOf()).toEqual({ told: 5, waiting: null })
  const all = await alertedAbout(id)
  expect(all).toHaveLength(8)
  expect(new Set(all).size).toBe(8)
  await afterConfirming()
  expect(await alertedAbout(id)).toHaveLength(8)
  expect([await alertedAbout(old), await alertedAbout(closed)]).toEqual(before)
})

test('confirming a day later doesn’t count a second alert for those who heard of the report', async () => {
  next()
  await makeNeighbours(4)
  const [late] = await signUpMany('later')
  const id = await report(late!)
  await deliver()
  later(30)
  await confirm(late!)
  await afterConfirming()
  expect(await alertedAbout(id)).toHaveLength(4)
  const { rows } = await db.executeQuery<{ most: number }>(
    CompiledQuery.raw(
      'select max(cardinality(alerted_at))::int as most from alert_places where latitude between $1 and $2',
      [place().lat - 0.1, place().lat + 0.1],
    ),
  )
  expect(rows).toEqual([{ most: 1 }])
})

test('a report whose place is known only after an edit alerts the neighbours then, once', async () => {
  next()
  await makeNeighbours(3)
  const [reporter] = await signUpMany('unplaced')
  await confirm(reporter!)
  const id = await report(reporter!, { place: { area: 'Behind the shop', position: null } })
  await deliver()
  expect(await alertedAbout(id)).toEqual([])
  const move = (km: number) =>
    reporter!.call.reports.change({ id, place: { area: 'Park', position: place(km) } })
  await move(0)
  await deliver()
  expect(await alertedAbout(id)).toHaveLength(3)
  await move(1)
  await deliver()
  expect(await alertedAbout(id)).toHaveLength(3)
})

test('many neighbours are alerted batch by batch, each once', async () => {
  next()
  await makeNeighbours(450)
  const [reporter] = await signUpMany('popular')
  await confirm(reporter!)
  const id = await report(reporter!)
  // A batch announces the next one.
  for (let batch = 0; batch < 4; batch++) await deliver()
  const all = await alertedAbout(id)
  expect(all.length).toBe(450)
  expect(new Set(all).size).toBe(450)
})

test('a block in either direction keeps alerts away', async () => {
  next()
  await alertAt(ravi)
  const block = (blocker: Person, blocked: Person) =>
    db
      .insertInto('message_blocks')
      .values({
        blocker_id: blocker.userId,
        blocked_id: blocked.userId,
        created_at: clock.now,
        blocked_name: 'x',
        pet_names: '{}',
      })
      .execute()
  await block(ravi, zoya)
  expect(await toldAbout(ravi, await report(zoya))).toEqual([])
  await block(meera, ravi)
  expect(await toldAbout(ravi, await report(meera))).toEqual([])
})

test('once a day, people hear how many pets were lost within 25 km, without those they know of', async () => {
  next()
  later(72)
  await alertAt(ravi)
  later(30)
  await digest()
  const at = new Date(clock.now.getTime() - HOUR)
  const make = (km: number, facts = {}, who = asha) =>
    makeReport(db, { userId: who.userId, at, position: place(km), facts })
  await make(20)
  await make(22, { pet_name: 'Misty', species: 'cat' })
  await make(30)
  await make(21, {}, ravi)
  await make(23, { created_at: new Date(at.getTime() - 80 * HOUR) })
  later(24)
  await digest()
  const [first] = await told(ravi)
  expect(first).toMatchObject({ title: '2 pets lost in your area', href: '/pet-reports' })
  const count = (await told(ravi)).length
  await digest()
  later(24)
  await digest()
  expect((await told(ravi)).length).toBe(count)
})

test('the daily notice is due at six in the evening, by the person’s own clock', () => {
  const now = new Date('2026-11-02T03:30:00Z')
  expect(nextDigestAt(now, 'Asia/Kolkata')).toEqual(new Date('2026-11-02T12:30:00Z'))
  expect(nextDigestAt(new Date('2026-11-02T12:30:00Z'), null)).toEqual(new Date('2026-11-03T12:30:00Z'))
  expect(nextDigestAt(now, 'Europe/London')).toEqual(new Date('2026-11-02T18:00:00Z'))
})

test('both reporters hear of a match, once, however often the reports change', async () => {
  next()
  const facts = { breed: 'Labrador Retriever', colours: 'brown white', sex: 'male', size: 'large' }
  const lost = await report(meera, facts)
  await deliver()
  const found = await report(zoya, { ...facts, status: 'found', petName: null })
  expect(await toldAbout(meera, lost)).toEqual(['A found pet may be Bruno'])
  expect(await toldAbout(zoya, found)).toEqual(['Somebody may be looking for the found dog'])
  later(2)
  await zoya.call.reports.change({ id: found, marks: 'A nick in the ear' })
  expect((await toldAbout(meera, lost)).length).toBe(1)
  expect((await toldAbout(zoya, found)).length).toBe(1)
})
