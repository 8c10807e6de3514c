import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { flyerOf } from './flyer.ts'
import { findReport } from './queries.ts'
import { makeReport } from './report.factory.ts'
import { shareTags } from './share-page.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'pawfolk-share-'))
await writeFile(
  join(webFolder, '__spa-fallback.html'),
  '<html><head><title>Start</title></head><body></body></html>',
)
await mkdir(join(webFolder, 'portraits'))
await writeFile(join(webFolder, 'portraits/bruno.svg'), await readFile('public/portraits/bruno.svg'))
afterAll(() => rm(webFolder, { recursive: true }))

const world = await openWorld({}, { webFolder })
const { db, clock } = world
const people = ['asha', 'ravi'].map(world.signUp)
const [asha, ravi] = (await Promise.all(people)) as [Person, Person]
const report = (facts = {}, part = {}) =>
  makeReport(db, { userId: asha.userId, at: clock.now, facts, ...part })
const page = async (id: string, path = `/pet-reports/${id}`) => {
  const answer = await fetch(world.url + path)
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}
const tag = (html: string, key: string) =>
  html.match(new RegExp(`<meta \\w+="${key}" content="([^"]*)"/>`))?.[1]
const flyer = (id: string, who?: Person, query = '') =>
  fetch(`${world.url}/pet-reports/${id}/flyer.pdf${query}`, { headers: who ? { cookie: who.cookie } : {} })

test('the page of a report carries its title, photo and rough place for link previews', async () => {
  const id = await report({ breed: 'Labrador' })
  for (const path of [`/pet-reports/${id}`, `/pet-report/${id}`]) {
    const { status, html, headers } = await page(id, path)
    expect(status).toBe(200)
    expect(tag(html, 'og:title')).toBe('Lost: Bruno, Labrador · Indiranagar, Bengaluru')
    expect(tag(html, 'og:image')).toMatch(/^http:\/\/localhost:\d+\/portraits\/bruno\.svg$/)
    expect(tag(html, 'og:url')).toMatch(new RegExp(`/pet-reports/${id}$`))
    expect(tag(html, 'og:description')).toContain('Last seen: Indiranagar, Bengaluru, Mon, 2 Nov 2026')
    expect(html).toContain('<title>Start</title>')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  }
})

test('a preview is compressed, and an unchanged one isn’t sent again', async () => {
  const id = await report()
  const first = await fetch(`${world.url}/pet-reports/${id}`, { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(await first.text()).toContain('og:title')
  const again = await fetch(`${world.url}/pet-reports/${id}`, {
    headers: { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})

test('words of a report can’t leave their attribute', async () => {
  const id = await report(
    { pet_name: `"><script>alert('1')</script>`, breed: 'A&B' },
    { area: '<img onerror="x">' },
  )
  const { html } = await page(id)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<img')
  expect(tag(html, 'og:title')).toContain('&quot;&gt;&lt;script&gt;')
})

test('only what visitors may see gets tags: nothing of withdrawn, removed and unknown reports, or the list', async () => {
  const withdrawn = await report({ state: 'withdrawn', closed_at: clock.now })
  for (const path of [
    `/pet-reports/${withdrawn}`,
    '/pet-reports/018f0000-0000-7000-8000-000000000000',
    '/pet-reports',
    '/pet-reports/create',
  ])
    expect((await page('', path)).html).not.toContain('og:')
  const home = await report({ state: 'reunited', closed_at: clock.now })
  expect(tag((await page(home)).html, 'og:title')).toMatch(/^Home again: Bruno/)
})

test('tags and flyers name no private part, and only the reporter’s own flyer a phone number', async () => {
  const planted = ['Planted-Exact', 'Planted-Secret', '956000087654321', '12.97531', '77.64217']
  const id = await report(
    {
      exact_place: 'Planted-Exact',
      secret_mark: 'Planted-Secret',
      microchip: '956000087654321',
      contact_phone: '+919845000199',
    },
    { position: { lat: 12.97531, lon: 77.64217 } },
  )
  const row = (await findReport(db, asha.userId, id))!
  const about = { site: 'https://pets.example', product: 'Pawfolk', timeZone: 'Asia/Kolkata' }
  const own = JSON.stringify(flyerOf(row, { ...about, withPhone: true }))
  const others = JSON.stringify(flyerOf(row, { ...about, withPhone: false })) + shareTags(row, about)
  for (const trace of planted) expect(own + others).not.toContain(trace)
  expect(own).toContain('98450')
  expect(others).not.toContain('98450')
})

test('people who are logged in get the flyer of an active report as a PDF', async () => {
  const id = await report({ pet_name: 'ब्रूनो', colours: 'भूरा और सफ़ेद' }, { photos: ['/portraits/bruno.svg'] })
  expect((await flyer(id)).status).toBe(401)
  const answer = await flyer(id, ravi)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const pdf = Buffer.from(await answer.arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(20_000)
  // The second one comes from the cache, byte for byte.
  expect(Buffer.from(await (await flyer(id, ravi)).arrayBuffer()).equals(pdf)).toBe(true)
  const stale = await report({ state: 'stale' })
  expect((await flyer(stale, ravi)).status).toBe(404)
})

test('a flyer has the phone number only if its reporter asks for it', async () => {
  const id = await report({ contact_phone: '+919845000199' })
  const bytesOf = async (who: Person, query: string) =>
    Buffer.from(await (await flyer(id, who, query)).arrayBuffer()).toString('base64')
  const plain = await bytesOf(asha, '')
  expect(await bytesOf(ravi, '?phone=true')).toBe(plain)
  expect(await bytesOf(asha, '?phone=true')).not.toBe(plain)
})

test('an uploaded photo is on the flyer', async () => {
  const seenAt = new Date(clock.now.getTime() - HOUR).toISOString()
  const { id } = await asha.call.reports.create({
    status: 'lost',
    petName: 'Bruno',
    species: 'dog',
    seenAt,
    place: { area: 'Indiranagar' },
    photos: [await makePhoto()],
  })
  const plain = await report({}, { photos: [] })
  const sizes = await Promise.all(
    [id, plain].map(async (one) => (await (await flyer(one, ravi)).arrayBuffer()).byteLength),
  )
  expect(sizes[0]).toBeGreaterThan(sizes[1]! + 500)
})

test('the reporter’s first flyer is in their bell, once; other people’s aren’t', async () => {
  const id = await report()
  await flyer(id, ravi)
  await flyer(id, asha)
  await flyer(id, asha)
  const of = async (who: Person) =>
    (await who.call.notifications.list({})).rows.filter(
      ({ type, relatedReportId }) => type === 'flyer_generated' && relatedReportId === id,
    )
  expect(await of(asha)).toMatchObject([{ title: 'Your flyer is ready: Bruno' }])
  expect(await of(ravi)).toEqual([])
})
