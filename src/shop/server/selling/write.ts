import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { shelfOf } from '#/shop/rules.ts'
import type { ProductInput, VariantInput } from '#/shop/selling.ts'
import { brandSlug } from '#/shop/selling-rules.ts'

export type DraftVariant = Omit<VariantInput, 'id'> & { id: string; isNew: boolean; position: number }
export type Draft = Omit<ProductInput, 'variants'> & {
  id: string
  isNew: boolean
  isShown: boolean
  variants: DraftVariant[]
}
type Seller = { id: string; record: string }
type Writing = { db: Db; now: Date; userId: string }

/**
 * Writes one seller's products, new and old together, in a few statements. Variants that aren't named stay as they are;
 * `dropped` ones are withdrawn. The caller has locked the existing rows.
 */
export async function writeProducts(
  work: Writing,
  { seller, drafts, dropped = [] }: { seller: Seller; drafts: readonly Draft[]; dropped?: readonly string[] },
): Promise<void> {
  const { db } = work
  await keepBrands(db, drafts)
  const variants = drafts.flatMap((draft) =>
    draft.variants.map((variant) => ({ ...variant, productId: draft.id })),
  )
  const known = variants.filter(({ isNew }) => !isNew)
  // Variants can swap names and SKUs, which are unique among the offered ones.
  await db
    .updateTable('product_variants')
    .set({ is_offered: false })
    .where('id', 'in', [...dropped, ...known.map(({ id }) => id), newId()])
    .execute()
  await insertProducts(
    work,
    seller,
    drafts.filter(({ isNew }) => isNew),
  )
  await updateProducts(
    work,
    drafts.filter(({ isNew }) => !isNew),
  )
  await updateVariants(db, known)
  await insertVariants(
    work,
    variants.filter(({ isNew }) => isNew),
  )
}

/** Writes in order, so that two sellers can't deadlock. */
async function keepBrands(db: Db, drafts: readonly Draft[]): Promise<void> {
  const brands = new Map(drafts.map(({ brand }) => [brandSlug(brand), brand]))
  const rows = [...brands]
    .map(([slug, name]) => ({ slug, name }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  await db
    .insertInto('brands')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const columnsOf = (draft: Draft, now: Date) => {
  const isMedicine = shelfOf(draft.category) === 'pharmacy'
  return {
    category: draft.category,
    brand: brandSlug(draft.brand),
    name: draft.name,
    description: draft.description,
    ingredients: draft.ingredients,
    species: draft.species,
    life_stages: draft.lifeStages,
    breed_sizes: draft.breedSizes,
    tax_class: draft.taxClass,
    form: (isMedicine && draft.form) || null,
    strength: (isMedicine && draft.strength) || null,
    schedule: (isMedicine && draft.schedule) || null,
    state: draft.isShown ? ('listed' as const) : ('withdrawn' as const),
    updated_at: now,
  }
}

async function insertProducts({ db, now }: Writing, seller: Seller, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  await db
    .insertInto('products')
    .values(
      drafts.map((draft) => ({
        id: draft.id,
        seller_id: seller.id,
        seller_record: seller.record,
        created_at: now,
        ...columnsOf(draft, now),
        listed_at: draft.isShown ? now : null,
      })),
    )
    .execute()
}

async function updateProducts({ db, now }: Writing, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map((draft) => ({ id: draft.id, ...columnsOf(draft, now) }))
  await sql`
    update products p set (category, brand, name, description, ingredients, species, life_stages, breed_sizes, tax_class,
        form, strength, schedule, state, updated_at, listed_at, version)
      = (select r.category, r.brand, r.name, r.description, r.ingredients, r.species, r.life_stages, r.breed_sizes,
           r.tax_class, r.form, r.strength, r.schedule, r.state, r.updated_at,
           case when r.state = 'listed' then coalesce(p.listed_at, r.updated_at) else p.listed_at end, p.version + 1)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id uuid, category text, brand text, name text,
        description text, ingredients text, species text[], life_stages text[], breed_sizes text[], tax_class text,
        form text, strength text, schedule text, state text, updated_at timestamptz)
     where p.id = r.id
  `.execute(db)
}

type Placed = DraftVariant & { productId: string }

async function updateVariants(db: Db, variants: readonly Placed[]): Promise<void> {
  if (variants.length === 0) return
  await sql`
    update product_variants v set position = r.position, name = r.name, sku = r.sku, price = r.price, grams = r.grams,
        low_at = r."lowAt", best_before = r."bestBefore", is_offered = true,
        is_past = v.is_past and v.best_before is not distinct from r."bestBefore"
      from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) r (id uuid, position smallint, name text, sku text,
        price integer, grams integer, "lowAt" integer, "bestBefore" date)
     where v.id = r.id
  `.execute(db)
}

async function insertVariants({ db, now, userId }: Writing, variants: readonly Placed[]): Promise<void> {
  if (variants.length === 0) return
  await sql`
    insert into product_variants (id, product_id, position, name, sku, price, grams, low_at, best_before, stock)
    select r.id, r."productId", r.position, r.name, r.sku, r.price, r.grams, r."lowAt", r."bestBefore", r.stock
      from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) r (id uuid, "productId" uuid, position smallint,
        name text, sku text, price integer, grams integer, "lowAt" integer, "bestBefore" date, stock integer)
  `.execute(db)
  const stocked = variants.filter(({ stock }) => stock > 0)
  if (stocked.length === 0) return
  await db
    .insertInto('stock_changes')
    .values(
      stocked.map(({ id, stock }) => ({
        id: newId(),
        variant_id: id,
        delta: stock,
        stock_after: stock,
        reason: 'received' as const,
        user_id: userId,
        created_at: now,
      })),
    )
    .execute()
}
