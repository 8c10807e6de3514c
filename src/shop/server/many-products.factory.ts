import pg from 'pg'

/**
 * Adds many products of the sellers that are there, for plan tests and benchmarks: two in three are merchandise. Every
 * 400th is of a rare brand.
 */
export async function seedProducts(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set synchronous_commit = off')
  await client.query(`
    insert into brands (slug, name) select 'brand-' || n, 'Brand ' || n from generate_series(0, 79) n
    union all values ('rare-brand', 'Rare Brand') on conflict do nothing`)
  await client.query(
    `
    insert into products (id, seller_id, seller_record, category, brand, name, species, life_stages, breed_sizes, form, schedule,
      ingredients, description, tax_class, state, created_at, updated_at, listed_at, price_from, kilo_price_from, variant_count, is_in_stock)
    select gen_random_uuid(), s.id, s.record,
      case when m then (array['parasites', 'worming', 'skin', 'joints'])[1 + n / 3 % 4]
        else (array['food', 'food', 'food', 'treats', 'toys', 'beds', 'leads', 'grooming', 'litter'])[1 + n % 9] end,
      case when n % 400 = 1 then 'rare-brand' else 'brand-' || n % 80 end,
      case when n % 400 = 1 then 'Rare product ' else (array['Chicken', 'Lamb', 'Salmon', 'Rope', 'Cotton', 'Pumpkin', 'Oat'])[1 + n % 7] end
        || ' ' || (array['Bites', 'Bowl', 'Dream', 'Stick', 'Mix'])[1 + n % 5] || ' ' || n,
      case when n % 3 = 0 then array['cat'] else array['dog'] end,
      case when n % 5 = 0 then array['young'] when n % 11 = 0 then array['senior'] else array['adult'] end,
      case when n % 4 = 0 then array['small'] when n % 4 = 1 then array['medium', 'large'] else '{}' end,
      case when m then (array['tablet', 'liquid', 'spray'])[1 + n / 3 % 3] end, case when m then case when n % 2 = 0 then 'otc' else 'h' end end,
      (array['Chicken meal, rice, fish oil', 'Lamb, oats, minerals', 'Salmon, peas, potato starch'])[1 + n % 3],
      (array['Gentle on sensitive stomachs, and baked slowly in small batches.', 'Made for strong chewers who like to play for hours.',
        'Keeps the coat shiny and the skin calm in every season.', 'A favourite of picky eaters, without colours or flavours.'])[1 + n % 4]
        || ' Store it in a cool and dry place, and keep fresh water within reach. Best given daily as the label says. Batch '
        || n || case when n % 400 = 1 then ' with turmeric.' else '.' end,
      case when m then 'medicine' else 'food' end, 'listed', now() - n * interval '1 minute', now(), now() - n * interval '1 minute',
      5000 + n * 7 % 200000, case when n % 2 = 0 then 20000 + n * 13 % 90000 end, 1, n % 10 > 0
    from (select n, n % 3 = 2 as m from generate_series(1, $1::integer) n) made
    join lateral (select id, record from sellers where record = case when m then 'pharmacist' else 'supplier' end
      order by id offset n % (select count(*) from sellers x where x.record = case when m then 'pharmacist' else 'supplier' end) limit 1) s on true`,
    [count],
  )
  // A price of its own, and 1 variant that agrees with the row.
  await client.query(`
    insert into product_variants (id, product_id, position, name, price, grams, stock)
    select gen_random_uuid(), id, 0, 'One', price_from, case when kilo_price_from is not null
      then greatest(1, (price_from::bigint * 1000 / kilo_price_from)::integer) end, case when is_in_stock then 40 else 0 end
      from products where not exists (select from product_variants v where v.product_id = products.id)`)
  await client.query(`
    insert into stock_changes (id, variant_id, delta, stock_after, reason, created_at)
    select gen_random_uuid(), id, stock, stock, 'received', now() from product_variants v
     where stock > 0 and not exists (select from stock_changes c where c.variant_id = v.id)`)
  await client.query('vacuum analyze')
  await client.end()
}
