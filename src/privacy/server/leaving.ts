import { type RawBuilder, sql } from 'kysely'
import { accountsErrors } from '#/accounts/errors.ts'
import type { AccountClosing } from '#/accounts/events.ts'
import { deviceOfSession, isProved, noteLeaving, tellOfChange } from '#/accounts/server/index.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { type Leaving, refuse } from '#/privacy/contract.ts'
import { erasureDay, graceDays } from '#/privacy/rules.ts'

type State = {
  leaving_since: Date | null
  open: number
  paid: number
  /** Paid ones that aren't over. */
  paid_ahead: number
  sold: number
  bought: number
  orders: number
  to_send: number
  is_owed: boolean
}

const isPaid = sql`p.status in ('completed', 'partially_refunded')`

/** Sessions of packages are paid for too. Upcoming ones aren't counted, because they end with their package. */
const isPaidVisit = (now: Date) => sql`(${isPaid} or a.ends_at <= ${now} and exists (
  select from package_uses s where s.appointment_id = a.id and s.state <> 'back'))`

/** A paid visit also stays open until it's decided whether it took place, and until a claim about it is answered. */
const isOpen = (
  now: Date,
) => sql`(a.status in ('pending', 'confirmed') and (a.ends_at > ${now} or ${isPaidVisit(now)})
  or ${isPaidVisit(now)} and a.absence_reported_at is not null and a.absence_answered_at is null
    and a.status in ('completed', 'no_show'))`

const unused = sql`coalesce(sum(k.balance + (
  select count(*) from package_uses s where s.package_id = k.id and s.state = 'booked')), 0)`

/** Tells whether there are packages still to be used on either side; they end together with the bookings. */
export async function hasPackages(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('packages as k')
    .innerJoin('pet_owners as o', 'o.id', 'k.pet_owner_id')
    .select('k.id')
    .where('k.status', 'in', ['unpaid', 'active'])
    .where((eb) => eb.or([eb('o.user_id', '=', userId), eb('k.provider_user_id', '=', userId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const isOver = sql`s.status in ('completed', 'cancelled', 'returned')`

/** Tells whether the person has an open order on either side. Timers end every state of an order but those that our support decides. */
export async function hasOrders({ db }: Work, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from order_parts s join orders o on o.id = s.order_id
     where (o.user_id = ${userId} or s.seller_user_id = ${userId}) and not ${isOver}
    union all
    select from checkouts where user_id = ${userId} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Tells whether a meeting is asked for or ahead. */
export async function hasMeetings({ db }: Work, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('meet_greets as m')
    .innerJoin('pet_owners as o', 'o.id', 'm.pet_owner_id')
    .innerJoin('pet_sitters as s', 's.id', 'm.sitter_id')
    .select('m.id')
    .where('m.status', 'in', ['asked', 'agreed'])
    .where((eb) => eb.or([eb('o.user_id', '=', userId), eb('s.user_id', '=', userId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads whether the person is leaving, and what is still open on either side; one statement. */
async function readState(db: Db, userId: string, now: Date): Promise<State> {
  const { rows } = await sql<State>`
    select u.leaving_since, count(a.id)::int as open, count(a.id) filter (where a.is_paid)::int as paid,
      count(a.id) filter (where a.is_paid and a.ends_at > ${now})::int as paid_ahead,
      (select ${unused} from packages k where k.status = 'active' and k.provider_user_id = u.id)::int as sold,
      (select ${unused} from packages k join pet_owners o on o.id = k.pet_owner_id
        where k.status = 'active' and o.user_id = u.id)::int as bought,
      ((select count(*) from order_parts s join orders o on o.id = s.order_id where o.user_id = u.id and not ${isOver})
        + (select count(*) from order_parts s where s.seller_user_id = u.id and not ${isOver}))::int as orders,
      (select count(*) from order_parts s where s.seller_user_id = u.id
        and s.status in ('awaiting_prescription', 'awaiting_payment', 'placed', 'packed'))::int as to_send,
      ${isOwed(sql`u.id`, now)} as is_owed
    from users u
    left join (
      select a.id, a.ends_at, coalesce(${isPaidVisit(now)}, false) as is_paid
        from appointments a
        join pet_owners o on o.id = a.pet_owner_id
        left join payments p on p.appointment_id = a.id
       where (o.id = (select id from pet_owners where user_id = ${userId}) or a.provider_user_id = ${userId})
         and ${isOpen(now)}
    ) a on true
    where u.id = ${userId}
    group by u.id
  `.execute(db)
  return rows[0]!
}

const present = ({
  leaving_since,
  open,
  paid,
  sold,
  bought,
  orders,
  to_send: toSend,
  is_owed: isOwed,
}: State): Leaving => ({
  erasedOn: leaving_since && erasureDay(leaving_since),
  openBookings: open,
  paidBookings: paid,
  soldSessions: sold,
  boughtSessions: bought,
  openOrders: orders,
  ordersToSend: toSend,
  isOwed,
})

export async function readLeaving({ db, actor, now }: Omit<ActorWork, 'announce'>): Promise<Leaving> {
  return present(await readState(db, actor.userId, now))
}

const refuseProof = refuser(accountsErrors)

/**
 * Starts the deletion of an account, and mails its owner, because a stolen session could do it; asking twice doesn't restart
 * the 14 days.
 * @throws accounts.proof_needed, privacy.paid_booking, privacy.orders_to_send
 */
export async function leave(work: ActorWork, product: string): Promise<Leaving> {
  const { db, actor, now } = work
  if (!(await isProved(db, actor))) refuseProof('accounts.proof_needed')
  await db.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute()
  const state = await readState(db, actor.userId, now)
  if (state.paid > 0) refuse('privacy.paid_booking')
  if (state.to_send > 0) refuse('privacy.orders_to_send')
  if (!state.leaving_since) {
    await noteLeaving(db, actor.userId, now)
    await tellOfChange(work, {
      userId: actor.userId,
      change: { kind: 'deletion-asked', on: erasureDay(now) },
      product,
      device: await deviceOfSession(db, actor.sessionId),
    })
  }
  return present({ ...state, leaving_since: state.leaving_since ?? now })
}

export async function stay({ db, actor }: ActorWork): Promise<void> {
  await noteLeaving(db, actor.userId, null)
}

/**
 * Tells whether we owe somebody earnings in real money, or a refund that hasn't arrived: we couldn't pay it without their name and
 * bank account. An administrator ends each refund that is refused or unanswered. Two kinds they can't end count for so long only: 40
 * days for one on its way to a bank, and 270 for one that waits for a dispute.
 */
const isOwed = (userId: RawBuilder<unknown>, now: Date) => sql<boolean>`(exists (
    select from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
     where e.user_id = ${userId} and e.account = 'payable' and t.gateway <> 'sandbox' having sum(e.amount) < 0)
  or exists (
    select from payments p join refunds r on r.payment_id = p.id join payment_attempts t on t.id = r.attempt_id
     where p.payer_user_id = ${userId} and r.status in ('pending', 'failed') and t.gateway <> 'sandbox'
       and not (r.status = 'pending' and r.gateway_ref is not null and r.created_at <= ${now}::timestamptz - interval '40 days')
       and not (r.waits and r.created_at <= ${now}::timestamptz - interval '270 days')))`

/**
 * Finds and locks the next person whose 14 days are over, except those in `seen`; skips people who are changing their mind right
 * now.
 */
export async function findDue({ db, now }: Work, seen: readonly string[]): Promise<string | undefined> {
  const due = new Date(now.getTime() - graceDays * DAY)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('leaving_since', '<=', due)
    .where('erased_at', 'is', null)
    .where(sql<boolean>`id <> all(${seen}::uuid[])`)
    // Erasing would release money that a suspension withholds from a provider and that owners may claim back.
    .where(
      sql<boolean>`not (exists (select from suspensions s where s.user_id = users.id)
        and exists (select from ledger_entries e where e.user_id = users.id and e.account = 'payable'
                     having sum(e.amount) <> 0))`,
    )
    .orderBy('leaving_since')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

export async function close({ announce }: Work, userId: string): Promise<void> {
  await announce<AccountClosing>('accounts.closing', { userId })
}

export async function findOpenBookings(
  { db, now }: Work,
  userId: string,
): Promise<Pick<State, 'open' | 'paid_ahead' | 'is_owed'>> {
  return readState(db, userId, now)
}
