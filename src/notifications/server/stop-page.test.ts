import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { notify } from './index.ts'
import { stopPathIn } from './stop-link.ts'

const world = await openWorld()
const pathOf = stopPathIn(world.secret)
const wants = async ({ call }: Person, type: string) =>
  (await call.notifications.choices()).choices.find((choice) => choice.type === type)?.email

const ask = (path: string, init: RequestInit = {}) => fetch(`${world.url}${path}`, init)
/** Sends what mail programs do: a form without cookies or origin. */
const oneClick = (path: string) =>
  ask(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

test('opening the link changes nothing, one request stops only its kind, and another starts it again', async () => {
  const asha = await world.signUp('asha')
  const path = pathOf({ userId: asha.userId, type: 'appointment_reminder' })
  const opened = await ask(path)
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-security-policy')).toContain("form-action 'self'")
  // With no-referrer, browsers send a form's origin as "null", which is refused as another site's.
  expect(opened.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(await opened.text()).toContain('Stop emails about “Reminders”?')
  expect(await wants(asha, 'appointment_reminder')).toBe(true)

  expect((await oneClick(path)).status).toBe(200)
  expect((await oneClick(path)).status).toBe(200)
  expect(await wants(asha, 'appointment_reminder')).toBe(false)
  expect(await wants(asha, 'appointment_cancelled')).toBe(true)

  expect(await (await oneClick(`${path}?again`)).text()).toContain(
    'You’ll get emails about “Reminders” again',
  )
  expect(await wants(asha, 'appointment_reminder')).toBe(true)
})

test('a link that was altered, or made for another person or kind, is refused', async () => {
  const [ravi, nila] = [await world.signUp('ravi'), await world.signUp('nila')]
  const path = pathOf({ userId: ravi.userId, type: 'appointment_reminder' })
  const altered = [
    path.slice(0, -1),
    `${path}/more`,
    path.replace(ravi.userId, nila.userId),
    path.replace('appointment_reminder', 'appointment_cancelled'),
    path.replace('appointment_reminder', 'constructor'),
    path.replace(/[^/]+$/, ''),
    '/emails/',
  ]
  for (const wrong of altered) expect((await oneClick(wrong)).status, wrong).toBe(404)
  expect(await wants(nila, 'appointment_reminder')).toBe(true)
  expect(await wants(ravi, 'appointment_cancelled')).toBe(true)
})

test('another site’s page can’t use the link, and a deleted account’s link still answers', async () => {
  const zoya = await world.signUp('zoya')
  const path = pathOf({ userId: zoya.userId, type: 'appointment_reminder' })
  const headers = { origin: 'https://evil.example.com' }
  expect((await ask(path, { method: 'POST', headers, body: '' })).status).toBe(403)
  expect(await wants(zoya, 'appointment_reminder')).toBe(true)
  expect((await oneClick(pathOf({ userId: newId(), type: 'appointment_reminder' }))).status).toBe(200)
})

test('each notification’s mail carries its link, and mails about the account carry none', async () => {
  const tara = await world.signUp('tara')
  await world.db.transaction().execute((tx) =>
    notify(
      { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
      {
        userId: tara.userId,
        type: 'appointment_reminder',
        title: 'Tomorrow',
        message: 'At 9.',
        source: 'stop page test',
      },
    ),
  )
  const { rows } = await sql<{ list: unknown }>`
    select data -> 'data' -> 'list' as list from jobs.job
    where name = 'mail' and data -> 'data' ->> 'to' = ${tara.email}
  `.execute(world.db)
  expect(rows).toEqual([{ list: { userId: tara.userId, type: 'appointment_reminder' } }])
})
