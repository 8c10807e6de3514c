import { DAY, HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { dayOf } from '#/kernel/time.ts'
import { shelfOf } from '#/shop/rules.ts'
import { makePharmacist, makeProducts, makeSupplier } from '#/shop/server/product.factory.ts'
import type { Today } from './cast.ts'
import { type DemoSeller, demoProducts } from './products.ts'

type MakeAccount = (name: string, slug: string, role: 'pharmacist' | 'supplier') => Promise<string>

const month = 30 * DAY

/** Opens three shops and fills their shelves. */
export async function openShops(db: Db, makeAccount: MakeAccount, { now, timeZone }: Today): Promise<void> {
  const at = new Date(now.getTime() - 4 * month)
  const pantry = await makeAccount('Ritika Malhotra', 'paw-pantry', 'supplier')
  const green = await makeAccount('Joel Fernandes', 'green-tail', 'supplier')
  const pharmacist = await makeAccount('Lalitha Krishnan', 'lalitha-krishnan', 'pharmacist')
  const sellers: Readonly<Record<DemoSeller, string>> = {
    'paw-pantry': await makeSupplier(db, { userId: pantry, name: 'Paw Pantry', at }),
    // Karnataka, Tamil Nadu, Kerala, Telangana and Andhra Pradesh.
    'green-tail': await makeSupplier(db, {
      userId: green,
      name: 'Green Tail Traders',
      at,
      deliversTo: ['5', '6'],
    }),
    'jayanagar-pharmacy': await makePharmacist(db, { userId: pharmacist, name: 'Lalitha Krishnan', at }),
  }
  const wanted = demoProducts.map((product, index) => {
    const isMedicine = shelfOf(product.category) === 'pharmacy'
    const isEaten = product.category === 'food' || product.category === 'treats'
    const bestBefore = product.keeps && dayOf(new Date(now.getTime() + product.keeps * month), timeZone)
    return {
      sellerId: sellers[product.seller],
      // The list begins with what came last.
      at: new Date(now.getTime() - (index * 37 * HOUR + HOUR)),
      brand: product.brand,
      name: product.name,
      category: product.category,
      facts: {
        species: [...product.species],
        life_stages: [...(product.stages ?? [])],
        breed_sizes: [...(product.sizes ?? [])],
        description: product.about,
        ingredients: product.ingredients ?? null,
        ...(isMedicine && {
          form: product.form ?? null,
          strength: product.strength ?? null,
          schedule: product.schedule ?? 'otc',
        }),
        tax_class: isMedicine ? 'medicine' : isEaten ? 'food' : 'goods',
        pictures: [`/products/${product.slug}.svg`],
      },
      variants: product.variants.map(([name, rupees, stock, grams]) => ({
        name,
        price: rupees * 100,
        stock,
        ...(grams !== undefined && { grams }),
        ...(bestBefore && { bestBefore }),
      })),
    }
  })
  await makeProducts(db, wanted)
}
