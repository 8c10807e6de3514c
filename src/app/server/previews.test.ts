import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'pawfolk-previews-'))
const page = (title: string) =>
  `<html><head><title>${title}</title><meta name="description" content="Vets &amp; sitters"/></head><body></body></html>`
for (const [file, title] of [
  ['index.html', 'Pet care near you · Pawfolk'],
  ['merchandise.html', 'Merchandise'],
  ['__spa-fallback.html', 'Start'],
] as const)
  await writeFile(join(webFolder, file), page(title))
afterAll(() => rm(webFolder, { recursive: true }))

const world = await openWorld({}, { webFolder })
const { db, clock } = world
const [leela, om] = await Promise.all([world.signUp('leela'), world.signUp('om')])
const read = async (path: string) => (await fetch(world.url + path)).text()
const tag = (html: string, key: string) =>
  html.match(new RegExp(`<meta \\w+="${key}" content="([^"]*)"/>`))?.[1]

test('a link to the first page shows its title and description', async () => {
  const html = await read('/')
  expect(tag(html, 'og:title')).toBe('Pet care near you · Pawfolk')
  expect(tag(html, 'og:description')).toBe('Vets &amp; sitters')
  expect(tag(html, 'og:image')).toMatch(/^http:\/\/localhost:\d+\/icon-512\.png$/)
  expect(html.match(/name="description"/g)).toHaveLength(1)
})

test('a link to a product shows it with its lowest price, and one that isn’t listed shows the shop', async () => {
  const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now })
  const { id } = await makeProduct(db, {
    sellerId,
    at: clock.now,
    name: 'Oats & "Rice"',
    brand: 'Tail Bowl',
    variants: [
      { name: '3 kg', price: 120_000, stock: 1 },
      { name: '1 kg', price: 45_000, stock: 1 },
    ],
  })
  const html = await read(`/merchandise?product=${id}`)
  expect(tag(html, 'og:title')).toBe('Oats &amp; &quot;Rice&quot;, Tail Bowl')
  expect(tag(html, 'og:description')).toContain('From ₹450.00.')
  expect(tag(html, 'og:url')).toMatch(new RegExp(`/merchandise\\?product=${id}$`))
  await db.updateTable('products').set({ state: 'withdrawn' }).where('id', '=', id).execute()
  for (const path of [`/merchandise?product=${id}`, '/merchandise?product=x', '/merchandise'])
    expect(await read(path)).toBe(page('Merchandise'))
})

test('a link to a listed sitter shows what visitors see of them', async () => {
  const id = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
  const html = await read(`/sitter-profile/${id}`)
  expect(tag(html, 'og:title')).toMatch(/^Om Prakash, pet sitter/)
  expect(tag(html, 'og:description')).toMatch(/an hour\./)
  const barred = await makeSitter(db, { userId: leela.userId, verificationStatus: 'suspended' })
  expect(await read(`/sitter-profile/${barred}`)).toBe(page('Start'))
})
