import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type Method = {
  type: 'card' | 'upi'
  brand: string | null
  lastFour: string | null
  upiId: string | null
}

/** The bank's answer, chosen on the sandbox's page. */
export const outcomes = ['succeed', 'fail', 'late', 'late_fail', 'dispute', 'refund_fails'] as const
export type Outcome = (typeof outcomes)[number]

export type Payment = {
  id: string
  kind: 'payment'
  reference: string
  amount: number
  currency: string
  description: string
  returnUrl: string | null
  /** Null for the demo's payments, which send no webhooks. */
  webhookUrl: string | null
  until: number | null
  state: 'open' | 'pending' | 'succeeded' | 'failed' | 'closed'
  paidAt: number | null
  method: Method | null
  failure: string | null
  outcome: Outcome | null
  disputes: { ref: string; amount: number; status: 'open' | 'won' | 'lost' }[]
}

export type Refund = {
  id: string
  kind: 'refund'
  reference: string
  paymentId: string
  webhookUrl: string | null
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  failure: string | null
}

export type Setup = {
  id: string
  kind: 'setup'
  reference: string
  type: 'card' | 'upi'
  upiId: string | null
  returnUrl: string
  webhookUrl: string
  state: 'open' | 'done' | 'failed'
  token: string | null
}

/** A saved method, with the outcome of its charges. */
export type Token = { id: string; kind: 'token'; reference: string; method: Method; outcome: Outcome }

/** Money that the sandbox added to the operator's balance or took from it. */
export type Movement = {
  id: string
  kind: 'movement'
  reference: string
  type: 'payment' | 'refund' | 'refund_returned' | 'dispute' | 'dispute_won'
  amount: number
  fee: number
  tax: number
  currency: string
  at: number
  paymentId: string
  /** The refund or dispute. */
  aboutId: string | null
}

export type Thing = Payment | Refund | Setup | Token | Movement

type Due<Kind extends string> = { id: number; kind: Kind; about: string; body: string; tries: number }

/** The sandbox's store: one file that outlives restarts and may be shared by processes. */
export function openStore(file: string) {
  // Create the file before SQLite does: its journals inherit the mode.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    pragma busy_timeout = 5000;
    create table if not exists things (
      id text primary key, kind text not null, reference text not null, body text not null, unique (kind, reference));
    create table if not exists due (
      id integer primary key, kind text not null, about text not null, body text not null, at integer not null,
      tries integer not null default 0);
    create index if not exists due_at on due (at);
  `)
  const insert = db.prepare('insert or ignore into things (id, kind, reference, body) values (?, ?, ?, ?)')
  const update = db.prepare('update things set body = ? where id = ?')
  const forget = db.prepare('delete from things where id = ? and kind = ?')
  const byId = db.prepare('select body from things where id = ? and kind = ?')
  const byReference = db.prepare('select body from things where kind = ? and reference = ?')
  const moved = db.prepare(
    `select body from things where kind = 'movement' and body->>'at' >= ? and body->>'at' < ? order by body->>'at', rowid`,
  )
  const total = db.prepare(
    `select coalesce(sum((body->>'amount') - (body->>'fee')), 0) as balance from things where kind = 'movement'`,
  )
  const later = db.prepare('insert into due (kind, about, body, at) values (?, ?, ?, ?)')
  const take = db.prepare(
    'delete from due where id = (select id from due where at <= ? order by at, id limit 1) returning id, kind, about, body, tries',
  )
  const again = db.prepare('insert into due (kind, about, body, at, tries) values (?, ?, ?, ?, ?)')
  const read = (row: unknown) => row && (JSON.parse((row as { body: string }).body) as Thing)

  return {
    /** Stores a new thing, or returns the existing one with its reference. */
    add<Kept extends Thing>(thing: Kept): Kept {
      insert.run(thing.id, thing.kind, thing.reference, JSON.stringify(thing))
      return read(byReference.get(thing.kind, thing.reference)) as Kept
    },
    save(thing: Thing): void {
      update.run(JSON.stringify(thing), thing.id)
    },
    remove(kind: Thing['kind'], id: string): void {
      forget.run(id, kind)
    },
    find<Kind extends Thing['kind']>(kind: Kind, id: string) {
      return read(byId.get(id, kind)) as Extract<Thing, { kind: Kind }> | undefined
    },
    findByReference<Kind extends Thing['kind']>(kind: Kind, reference: string) {
      return read(byReference.get(kind, reference)) as Extract<Thing, { kind: Kind }> | undefined
    },
    movements: (from: number, to: number) => moved.all(from, to).map((row) => read(row) as Movement),
    balance: () => Number(total.get()!['balance']),
    schedule(kind: 'webhook' | 'settle' | 'dispute' | 'refund', about: string, at: number, body = ''): void {
      later.run(kind, about, body, at)
    },
    /** Takes the next due job, so that no other process gets it. */
    takeDue(now: number) {
      return take.get(now) as Due<'webhook' | 'settle' | 'dispute' | 'refund'> | undefined
    },
    retry(due: Due<string>, at: number): void {
      again.run(due.kind, due.about, due.body, at, due.tries + 1)
    },
    close(): void {
      db.close()
    },
  }
}

export type Store = ReturnType<typeof openStore>
