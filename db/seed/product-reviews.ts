import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Category } from '#/shop/rules.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeReviews } from '#/shop/server/reviews/review.factory.ts'
import type { Cast } from './cast.ts'

/** Each owner received a parcel from every seller this many days ago. */
const deliveries: readonly (readonly [slug: string, daysAgo: number])[] = [
  ['ravi-kumar', 11],
  ['zoya-ali', 16],
  ['meghna-hegde', 23],
  ['neha-kapoor', 29],
  ['farhan-merchant', 37],
  ['divya-raman', 45],
  ['joseph-mathew', 58],
]

type Words = { good: readonly string[]; bad: string }

/** Each good text is used once per product; further good reviews have stars only. */
const said: Readonly<Record<Category, Words>> = {
  food: {
    good: [
      'The bowl is empty in two minutes, and the coat has never been shinier.',
      'Our fussy eater asks for more. The bag closes well, too.',
      'Second bag already.',
    ],
    bad: 'The pieces are bigger than I thought, and mine leaves them.',
  },
  treats: {
    good: ['Works for every trick we’re learning.', 'No crumbs, no smell, and it keeps for weeks.'],
    bad: 'Too hard for old teeth.',
  },
  toys: {
    good: [
      'Still in one piece after a month, which is a record here.',
      'Keeps the little one busy for an hour.',
    ],
    bad: 'It lasted an afternoon.',
  },
  beds: {
    good: ['Washes well and dries overnight.', 'Chosen over our own bed. We’re a little offended.'],
    bad: 'A lot flatter than in the picture.',
  },
  leads: {
    good: [
      'The buckle holds, even when there’s a squirrel.',
      'Fits well and doesn’t rub behind the legs.',
      'Bright enough for our evening walks.',
    ],
    bad: 'Runs small: measure before you order.',
  },
  grooming: {
    good: [
      'The monsoon smell is gone.',
      'Gentle on the skin, and no fuss at all.',
      'Does what it says, at a fair price.',
    ],
    bad: 'Fine for a small pet, too little for a big one.',
  },
  litter: {
    good: ['Hardly any dust.', 'Clumps well, and one bag lasts a month.'],
    bad: 'It tracks through the whole flat.',
  },
  parasites: {
    good: ['No ticks since the first week.', 'Easy to apply while they’re eating.'],
    bad: 'It works, but the smell stays for days.',
  },
  worming: {
    good: ['Hidden in a bit of paneer, nobody noticed.', 'Well packed, with a long expiry date.'],
    bad: 'Mine spits it out.',
  },
  skin: {
    good: ['The scratching stopped after ten days.', 'A little goes a long way.'],
    bad: 'No difference after three weeks.',
  },
  joints: {
    good: ['Our old lady takes the stairs again.', 'Tastes good, it seems.'],
    bad: 'The tablets are hard to break.',
  },
  digestion: {
    good: ['Helped within two days after a change of food.', 'Easy to mix into wet food.'],
    bad: 'The spoon is missing.',
  },
  supplements: {
    good: ['The coat looks better after six weeks.', 'A good supplement at a fair price.'],
    bad: 'A big box for a small bottle.',
  },
  wounds: {
    good: ['Good to have at home.', 'Stings less than what we used before.'],
    bad: 'The cap leaks.',
  },
}

const answers = [
  'Thank you! We’ll pass it on to the maker.',
  'Thank you for telling us. You can return it unopened within seven days.',
]

type Sold = {
  id: string
  name: string
  variant_id: string
  seller_id: string
  category: Category
  created_at: Date
}

/** Adds delivered orders of several owners, with reviews of most products in them. */
export async function reviewProducts(db: Db, owners: Cast['owners'], now: Date): Promise<void> {
  const { rows } = await sql<Sold>`
    select distinct on (p.id) p.id, p.name, v.id as variant_id, p.seller_id, p.category, p.created_at
      from products p join product_variants v on v.product_id = p.id
     where p.is_listed and not p.needs_prescription and v.stock >= 20
     order by p.id, v.stock desc, v.name
  `.execute(db)
  // Not by id: ids are random, and the demo must be the same each time.
  const products = rows.toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.name < b.name ? -1 : 1),
  )
  const left = new Map(products.map(({ id, category }) => [id, [...said[category].good]]))
  for (const [turn, [slug, daysAgo]] of deliveries.entries()) {
    const at = (days: number) => new Date(now.getTime() - days * DAY)
    const { user_id: userId } = await db
      .selectFrom('pet_owners')
      .select('user_id')
      .where('id', '=', owners.get(slug)!.ownerId)
      .executeTakeFirstOrThrow()
    const bought = products.filter(
      (product, index) => product.created_at < at(daysAgo + 4) && (index + turn) % 3 > 0,
    )
    for (const parcel of Map.groupBy(bought, ({ seller_id }) => seller_id).values()) {
      const { partId } = await makeOrder(db, {
        userId,
        variantId: parcel[0]!.variant_id,
        also: parcel.slice(1).map(({ variant_id }) => variant_id),
        steps: [
          { to: 'placed', by: 'owner', at: at(daysAgo + 3) },
          { to: 'packed', by: 'seller', at: at(daysAgo + 2.5) },
          { to: 'shipped', by: 'seller', at: at(daysAgo + 2) },
          { to: 'delivered', by: 'seller', at: at(daysAgo) },
          { to: 'completed', by: 'system', at: at(daysAgo - 7) },
        ],
      })
      await makeReviews(
        db,
        parcel.flatMap(({ id: productId, category }, index) => {
          const mark = index * 7 + turn * 5
          // Not everybody rates everything, nor writes about it.
          if (mark % 4 === 0) return []
          const isGood = mark % 11 > 1
          const words = isGood ? left.get(productId)?.shift() : said[category].bad
          return [
            {
              productId,
              userId,
              partId,
              at: at(daysAgo - 1 - (index % 5) / 2),
              stars: isGood ? (mark % 3 === 0 ? 4 : 5) : 3 - (mark % 2),
              feedback: words ?? null,
              reply:
                words && mark % 6 === 1 ? { words: answers[isGood ? 0 : 1]!, at: at(daysAgo - 4) } : null,
            },
          ]
        }),
      )
    }
  }
}
