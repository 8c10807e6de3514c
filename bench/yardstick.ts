/**
 * The yardstick: a bare node:http server that does the same work in one prepared round trip on the same Postgres, without
 * sessions, validation or a framework. run.ts starts it as its own process.
 */
import { createServer } from 'node:http'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { type Order, walkStatement } from '#/appointments/server/find-candidates.ts'
import { calendarStatement, toCalendar } from '#/booking/server/queries.ts'
import { openDays, slotsOn } from '#/booking/slots.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { DB } from '#/kernel/server/schema.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { walkStatement as productsStatement } from '#/shop/server/catalogue/candidates.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (self) => new PostgresIntrospector(self),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const run = (name: string, { sql, parameters }: CompiledQuery) =>
  pool.query({ name, text: sql, values: [...parameters] })

async function calendar(id: string, first: string, last: string, now: Date) {
  const statement = calendarStatement(db, { trade: 'veterinary', providerId: id }, first, last, now)
  const { rows } = await run('calendar', statement)
  return toCalendar('veterinary', rows[0])
}

await pool.query(`
  create table if not exists yardstick_bookings (
    id uuid primary key, vet_id uuid not null, user_id uuid not null, starts_at timestamptz not null,
    unique (vet_id, starts_at));
  create table if not exists yardstick_lines (
    user_id uuid not null, variant_id uuid not null, quantity integer not null, primary key (user_id, variant_id));
  create table if not exists yardstick_orders (
    id uuid primary key, user_id uuid not null, variant_id uuid not null, price integer not null)`)

const answers: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  '/slots': async (query) => {
    const now = new Date()
    const day = query.get('date')!
    return slotsOn(await calendar(query.get('id')!, day, day, now), day, now)
  },
  '/days': async (query) => {
    const now = new Date()
    const today = dayOf(now, 'UTC')
    return openDays(await calendar(query.get('id')!, addDays(today, -1), addDays(today, 32), now), now)
  },
  '/vets': async (query) =>
    (
      await run(
        'vets',
        walkStatement(
          {
            trade: 'veterinary',
            sort: 'rating',
            place: null,
            location: query.get('location')!,
            specialization: query.get('specialization')!,
          },
          undefined,
          21,
        ).compile(db),
      )
    ).rows,
  '/sitters': async (query) => {
    const sort = query.get('sort') ?? 'fit'
    const place = query.has('lat') ? { lat: Number(query.get('lat')), lon: Number(query.get('lon')) } : null
    const wanted = { trade: 'sitting', sort: sort as Order, place } as const
    return (await run(`sitters-${sort}-${place !== null}`, walkStatement(wanted, undefined, 21).compile(db)))
      .rows
  },
  '/products': async () => {
    const wanted = { shelf: 'merchandise', words: [] } as const
    return (await run('products', productsStatement({ wanted, sort: 'newest' }).compile(db))).rows
  },
  '/cart-line': async (query) => {
    await pool.query({
      name: 'cart-line',
      text: `insert into yardstick_lines values ($1, $2, 1)
        on conflict (user_id, variant_id) do update set quantity = yardstick_lines.quantity + 1`,
      values: [query.get('user'), query.get('variant')],
    })
    return { done: true }
  },
  /** Takes one unit off sale and keeps the order, in one statement instead of the shop's four calls. */
  '/order': async (query) => {
    await pool.query({
      name: 'order',
      text: `with taken as (update product_variants set stock = stock - 1 where id = $3 and stock > 0 returning id, price)
        insert into yardstick_orders select $1, $2, id, price from taken`,
      values: [newId(), query.get('user'), query.get('variant')],
    })
    return { done: true }
  },
  '/book': async (query) => {
    await pool.query({
      name: 'book',
      text: 'insert into yardstick_bookings values ($1, $2, $3, $4)',
      values: [newId(), query.get('id'), query.get('user'), new Date(Number(query.get('at')))],
    })
    return { done: true }
  },
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://localhost')
  try {
    const body = JSON.stringify(await answers[url.pathname]!(url.searchParams))
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
process.on('SIGTERM', () => process.exit(0))
