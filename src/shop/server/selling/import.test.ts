import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { csvTemplate } from '#/shop/import-rules.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock } = world
const at = clock.now
let count = 0
async function seller(make = makeSupplier) {
  count += 1
  const person = await world.signUp(`seller${count}`)
  const id = await make(db, { userId: person.userId, at })
  await vi.waitUntil(
    async () => Object.keys((await person.call.accounts.me()).user?.records ?? {}).length > 1,
    10_000,
  )
  const send = (file: string, isTrial = false) => person.call.shop.importProducts({ file, isTrial })
  return { shop: person.call.shop, id, send }
}

const head = 'sku,name,brand,category,for,size,price,tax_class,stock,schedule'
const line = (
  part: Partial<
    Record<'sku' | 'name' | 'category' | 'size' | 'price' | 'tax' | 'stock' | 'schedule', string>
  >,
) => {
  const { sku = 'A', name = 'Oats', category = 'food', size = '1 kg', price = '100', tax = 'food' } = part
  return [
    sku,
    name,
    'Oat House',
    category,
    'dog',
    size,
    price,
    tax,
    part.stock ?? '3',
    part.schedule ?? '',
  ].join(',')
}
const file = (...lines: string[]) => [head, ...lines].join('\n')
const placed = ({ problems }: { problems: { line: number; column: string | null; problem: string }[] }) =>
  problems.map(({ line, column, problem }) => `${line} ${column}: ${problem}`)

test('the template can be imported: a trial writes nothing, then all is there, and again only changes', async () => {
  const { send, shop } = await seller()
  const trial = await send(csvTemplate, true)
  expect(trial).toMatchObject({ isWritten: false, added: 1, changed: 0, sizes: 2, problemCount: 0 })
  expect((await shop.ownProducts({})).rows).toEqual([])
  expect(await send(csvTemplate)).toMatchObject({ isWritten: true, added: 1 })
  expect((await shop.ownProducts({})).rows).toMatchObject([
    { name: 'Chicken & Rice', variantCount: 2, stock: 28 },
  ])
  const again = await send(csvTemplate.replace('449.50', '459').replace(',20,', ',999,'))
  expect(again).toMatchObject({ isWritten: true, added: 0, changed: 1 })
  expect((await shop.ownProducts({})).rows).toMatchObject([{ price: { amount: 45_900 }, stock: 28 }])
})

test('each problem has its line and column, and a single one keeps everything from being written', async () => {
  const { send, shop } = await seller()
  const result = await send(
    file(
      line({}),
      line({ sku: 'B', size: '2 kg', price: '0' }),
      line({ sku: 'C', size: '3 kg', price: '10.005' }),
      line({ sku: 'D', size: '4 kg', price: 'ten' }),
      line({ sku: 'E', name: 'Rice', tax: 'luxury' }),
      line({ sku: 'a', name: 'Corn', stock: '-1' }),
      line({ sku: '', name: 'Peas', category: 'cheese' }),
      line({ sku: 'G', size: '1 KG' }),
      line({ sku: 'H', name: 'Pill', category: 'worming', schedule: 'h' }),
      'too,few,cells',
    ),
  )
  expect(placed(result)).toEqual([
    '3 price: price_zero',
    '4 price: price_decimals',
    '5 price: price',
    '6 tax_class: unknown',
    '7 stock: whole',
    '7 sku: doubled_sku',
    '8 category: unknown',
    '8 sku: missing',
    '9 size: doubled_size',
    '10 category: pharmacists_only',
    '11 null: cells',
  ])
  expect(result.isWritten).toBe(false)
  expect((await shop.ownProducts({})).rows).toEqual([])
})

test('a file that isn’t UTF-8, is too long, empty, or has wrong columns is refused clearly', async () => {
  const { send } = await seller()
  const code = (file: string) => send(file).catch((error) => error.code)
  expect(await code('s\0k\0u\0')).toBe('shop.csv_encoding')
  expect(await code(file(...Array.from({ length: 1001 }, (_, n) => line({ sku: `S${n}` }))))).toBe(
    'shop.csv_too_long',
  )
  expect(await code(file(...Array(60_000).fill('a')))).toBe('shop.csv_too_long')
  expect(await code(file(...Array(100_000).fill('a')))).toBe('request.too_large')
  expect(await code('')).toBe('shop.csv_empty')
  expect(await code(head)).toBe('shop.csv_empty')
  expect(await code('Artikel;Preis\nOats;100')).toBe('shop.csv_columns')
  expect(placed(await send(file(line({ name: 'Caf\u{fffd}' }))))).toEqual(['2 name: damaged'])
  expect(placed(await send(`${head.replace('price', 'cost')}\n${line({})}`))).toEqual([
    '1 null: column_unknown',
    '1 null: column_missing',
  ])
  expect(placed(await send(file('"open,Oats')))).toEqual(['2 null: broken'])
})

test('an export comes back unchanged, and what looks like a formula is plain text in it', async () => {
  const { id, send, shop } = await seller()
  for (const [index, name] of ['=HYPERLINK("x")', "'=1", '-5 °C, "cold"', 'Two\nlines'].entries())
    await makeProduct(db, { sellerId: id, at, name: `Product ${index}`, facts: { description: name } })
  await db
    .updateTable('product_variants')
    .set((eb) => ({ sku: eb.cast<string>('id', 'text') }))
    .where('seller_id', '=', id)
    .execute()
  const all = async () =>
    Promise.all(
      (await shop.ownProducts({})).rows
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((row) => shop.ownProduct(row)),
    )
  const before = await all()
  const { csv } = await shop.exportProducts()
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(await send(csv)).toMatchObject({ isWritten: true, added: 0, changed: 4, problems: [] })
  expect(await all()).toEqual(before.map((product) => ({ ...product, version: 2 })))
})

test('columns that a file doesn’t have keep their values in what is there, and the preview says which', async () => {
  const { send, shop } = await seller(makePharmacist)
  const full = [
    'sku,name,brand,category,for,size,price,tax_class,stock,low_at,weight_grams,best_before,description,ingredients,' +
      'life_stages,breed_sizes,form,strength,schedule,shown',
    'F1,Oats,Oat House,food,dog,1 kg,100,food,3,2,1000,2027-03-31,Plain oats.,Oats,adult,small,,,,no',
    'P1,Pill,Oat House,worming,dog,1 strip,50,medicine,3,1,10,2027-04-30,A pill.,,adult,small,tablet,5 mg,h,no',
  ]
  await send(full.join('\n'))
  const all = async () =>
    Promise.all(
      (await shop.ownProducts({})).rows
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map((row) => shop.ownProduct(row)),
    )
  const before = await all()
  const short = [
    'sku,name,brand,category,for,size,price,tax_class',
    'F1,Oats,Oat House,food,dog,1 kg,110,food',
    'F2,Oats,Oat House,food,dog,2 kg,200,food',
    'P1,Pill,Oat House,worming,dog,1 strip,60,medicine',
  ]
  const result = await send(short.join('\n'))
  expect(result).toMatchObject({ isWritten: true, added: 0, changed: 2, problems: [] })
  expect(result.kept).toEqual([
    'low_at',
    'weight_grams',
    'best_before',
    'description',
    'ingredients',
    'life_stages',
    'breed_sizes',
    'form',
    'strength',
    'schedule',
    'shown',
  ])
  const [oats, pill] = await all()
  const [oldOats, oldPill] = before
  const price = (amount: number) => ({ amount, currency: 'INR' })
  expect(oats).toMatchObject({ ...oldOats, version: 2, variants: [{ price: price(11_000) }, { lowAt: 5 }] })
  expect(oats!.variants[0]).toEqual({ ...oldOats!.variants[0], price: price(11_000) })
  expect(pill).toEqual({
    ...oldPill,
    version: 2,
    variants: [{ ...oldPill!.variants[0], price: price(6_000) }],
  })
  // A column that is there but empty still clears what it is about.
  const cleared = await send([`${short[0]},description`, `${short[1]},`].join('\n'))
  expect(cleared.kept).not.toContain('description')
  expect(cleared.kept).not.toContain('schedule')
  expect((await all())[0]).toMatchObject({ description: null, ingredients: 'Oats' })
  const added = [short[0], 'P2,New pill,Oat House,worming,dog,1 strip,60,medicine'].join('\n')
  expect(placed(await send(added))).toEqual(['2 schedule: missing'])
})

test('a past best-before date is refused in a file, unless it was saved before it passed', async () => {
  const { send, id } = await seller()
  const dated = (sku: string, day: string) => `${head},best_before\n${line({ sku })},${day}`
  expect(placed(await send(dated('A', '2026-01-31')))).toEqual(['2 best_before: day_past'])
  expect(await send(dated('A', '2027-01-31'))).toMatchObject({ isWritten: true })
  await db
    .updateTable('product_variants')
    .set({ best_before: '2026-01-31' })
    .where('seller_id', '=', id)
    .execute()
  expect(await send(dated('A', '2026-01-31'))).toMatchObject({ isWritten: true, changed: 1 })
  expect(placed(await send(dated('A', '2026-02-28')))).toEqual(['2 best_before: day_past'])
})

test('cells are cleaned like typed text, so a name that nobody sees is missing', async () => {
  const { send, shop } = await seller()
  const unseen = await send(file(line({ name: '\u200b\u2800' })), true)
  expect(placed(unseen)).toEqual([expect.stringMatching(/^2 name: /)])
  await send(file(line({ name: 'Oa\u202ets\u200b' })))
  expect((await shop.ownProducts({})).rows).toMatchObject([{ name: 'Oats' }])
})

test('a file is imported as spreadsheets save it', async () => {
  const { send, shop } = await seller()
  const saved = [
    'sep=;',
    `${head.replaceAll(',', ';').replace('tax_class', 'Tax class')};;`,
    `${line({}).replaceAll(',', ';')};;`,
    `${line({ sku: 'B', size: '2 kg' }).replaceAll(',', ';')};;`,
    ';'.repeat(11),
    '',
  ].join('\r\n')
  expect(await send(saved)).toMatchObject({ isWritten: true, added: 1, sizes: 2, problems: [] })
  expect((await shop.ownProducts({})).rows).toMatchObject([{ name: 'Oats', variantCount: 2, stock: 6 }])
})

const shopify = (added: string, ...cells: string[]) =>
  [
    `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status${added}`,
    `oats,Rolled Oats,"<p>Plain &amp; good.</p><ul><li>Oats</li></ul>",Oat House,Cereal,dog,true,Size,1 kg,'OA-1,1000,12,449.50,499,https://cdn.example/1.jpg,active${cells[0] ?? ''}`,
    `oats,,,,,,,,3 kg,OA-3,3000,-2,1249.00,,,${cells[1] ?? ''}`,
    `oats,,,,,,,,,,,,,,https://cdn.example/2.jpg,${cells[1] ?? ''}`,
    `ball,Ball,,Oat House,Toy,,false,Title,Default Title,BA,0,5,99.00,,,draft${cells[2] ?? ''}`,
  ].join('\n')

test('a Shopify export is imported once it has the columns that Shopify doesn’t know', async () => {
  const { send, shop } = await seller()
  expect(placed(await send(shopify('')))).toEqual([
    '1 null: column_missing',
    '1 null: column_missing',
    '1 null: column_missing',
  ])
  const done = shopify(',category,for,tax_class', ',food,dog,food', ',,,', ',toys,"dog, cat",goods')
  expect(await send(done)).toMatchObject({ isWritten: true, added: 2, sizes: 3, problems: [] })
  const rows = (await shop.ownProducts({})).rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const [ball, oats] = await Promise.all(rows.map((row) => shop.ownProduct(row)))
  expect(oats).toMatchObject({
    name: 'Rolled Oats',
    brand: 'Oat House',
    description: 'Plain & good.\n• Oats',
    variants: [
      { name: '1 kg', sku: 'OA-1', price: { amount: 44_950 }, stock: 12, grams: 1000 },
      { name: '3 kg', sku: 'OA-3', price: { amount: 124_900 }, stock: 0, grams: 3000 },
    ],
  })
  expect(ball).toMatchObject({ species: ['dog', 'cat'], variants: [{ name: 'One size', grams: null }] })
  expect([ball!.isShown, oats!.isShown]).toEqual([false, true])
})

test('a WooCommerce export is imported: variations are sizes of their product', async () => {
  const { send, shop } = await seller()
  const export_ = [
    'ID,Type,SKU,Name,Published,"Short description",Description,"Tax class",Stock,"Low stock amount","Weight (kg)","Sale price","Regular price",Categories,Parent,"Attribute 1 name","Attribute 1 value(s)",Brands,category,for,tax_class',
    '11,variable,OATS,Rolled Oats,1,,"Plain oats.\\nNo salt.",,,,0.5,,,Food,,Size,"1 kg, 3 kg",Oat House,food,dog,food',
    '12,variation,OA-1,Rolled Oats - 1 kg,1,,,parent,12,3,1,,449.50,,OATS,Size,1 kg,,,,',
    '13,variation,OA-3,Rolled Oats - 3 kg,1,,,parent,,,,399,1249,,id:11,Size,3 kg,,,,',
    '14,simple,BA,Ball,0,Bounces.,,,5,,,,99,Toys,,Colour,Red,Oat House,toys,dog,goods',
  ].join('\n')
  expect(await send(export_)).toMatchObject({ isWritten: true, added: 2, sizes: 3, problems: [] })
  const rows = (await shop.ownProducts({})).rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const [ball, oats] = await Promise.all(rows.map((row) => shop.ownProduct(row)))
  expect(oats).toMatchObject({
    description: 'Plain oats.\nNo salt.',
    variants: [
      { name: '1 kg', price: { amount: 44_950 }, stock: 12, lowAt: 3, grams: 1000 },
      { name: '3 kg', price: { amount: 124_900 }, stock: 0, grams: 500 },
    ],
  })
  expect(ball).toMatchObject({ name: 'Ball', description: 'Bounces.', variants: [{ name: 'One size' }] })
  expect([ball!.isShown, oats!.isShown]).toEqual([false, true])
})

test('a name in another normal form is the same product', async () => {
  const { send, shop } = await seller()
  await send(file(line({ sku: 'A', name: 'Pate\u0301' }), line({ sku: 'B', size: '2 kg', name: 'Paté' })))
  expect((await shop.ownProducts({})).rows).toMatchObject([{ name: 'Paté', variantCount: 2 }])
})

test('two sizes of one product can’t become two products', async () => {
  const { send, shop } = await seller()
  const sizes = [line({ sku: 'A' }), line({ sku: 'B', size: '2 kg' })]
  expect(await send(file(...sizes))).toMatchObject({ isWritten: true, added: 1 })
  const apart = file(sizes[0]!, line({ sku: 'B', size: '2 kg', name: 'Rye' }))
  expect(placed(await send(apart))).toEqual(['3 name: differs'])
  expect((await shop.ownProducts({})).rows.map(({ name }) => name)).toEqual(['Oats'])
})

test('a pharmacist imports medicines, and another seller’s SKU doesn’t count', async () => {
  const [one, two] = [await seller(makePharmacist), await seller(makePharmacist)]
  const pills = file(line({ category: 'worming', tax: 'medicine', schedule: 'h' }))
  expect(await one.send(pills)).toMatchObject({ isWritten: true, added: 1 })
  expect(await two.send(pills)).toMatchObject({ isWritten: true, added: 1 })
  expect(placed(await one.send(pills.replace(',h', ',')))).toEqual(['2 schedule: missing'])
})

test('a line of 100,000 commas is refused in a moment, with the first unknown columns only', async () => {
  const { send } = await seller()
  const wide = await send(`sku${',a'.repeat(80_000)}`, true)
  expect(wide.problemCount).toBeLessThan(60)
  expect(placed(wide)).toContain('1 a: column_unknown'.replace('a:', 'null:'))
  const commas = await send(`${head}\n${','.repeat(150_000)}x`, true)
  expect(placed(commas)).toEqual(['2 null: cells'])
})

test.each(['12,5', '1,00', '1,,000'])('%s is no price: it may mean a decimal comma', async (price) => {
  const { send } = await seller()
  expect(placed(await send(file(line({ price: `"${price}"` })), true))).toEqual(['2 price: price'])
})
