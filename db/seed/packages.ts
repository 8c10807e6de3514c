import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { expiryOf } from '#/packages/rules.ts'
import { noteChange } from '#/packages/server/changes.ts'
import { releaseRest } from '#/packages/server/money.ts'
import { makeOffer, makeUnpaidPackage } from '#/packages/server/packages.factory.ts'
import { closeBalance } from '#/packages/server/return.ts'
import { settleSession } from '#/packages/server/uses.ts'
import { payInSandbox, workAt } from './sandbox.ts'
import type { DemoSession } from './trainers.ts'

type DemoOffer = {
  trainer: string
  title: string
  sessions: number
  price: number
  sessionTypes: DemoSession['sessionType'][]
  validFor: number
}

const maya = {
  trainer: 'maya-dsouza',
  title: 'Puppy basics',
  sessions: 4,
  price: 320_000,
  validFor: 3,
  sessionTypes: ['Puppy Training', 'Basic Training'],
} satisfies DemoOffer
const om = {
  trainer: 'om-prakash',
  title: 'Calm at the door',
  sessions: 5,
  price: 340_000,
  validFor: 2,
  sessionTypes: [],
} satisfies DemoOffer
const offers: DemoOffer[] = [
  maya,
  {
    trainer: 'maya-dsouza',
    title: 'A whole season',
    sessions: 10,
    price: 750_000,
    validFor: 6,
    sessionTypes: [],
  },
  om,
]

type DemoPackage = { offer: DemoOffer; daysAgo: number; usedDaysAgo: number[] }

/** Bought by Asha, for Bruno: one half used, and one that expired. */
const bought: DemoPackage[] = [
  { offer: maya, daysAgo: 40, usedDaysAgo: [33, 24] },
  { offer: om, daysAgo: 100, usedDaysAgo: [92] },
]

type Parts = {
  now: Date
  owner: { ownerId: string }
  trainerIds: ReadonlyMap<string, string>
  /** Makes a session that took place, and returns its id and end. */
  train(session: DemoSession): Promise<{ appointmentId: string; endsAt: Date }>
}

/** Puts packages on sale, and lets one owner buy and use some. */
export async function sellPackages(db: Db, parts: Parts): Promise<void> {
  const ids = new Map<DemoOffer, string>()
  for (const offer of offers)
    ids.set(
      offer,
      await makeOffer(db, {
        ...offer,
        trainerId: parts.trainerIds.get(offer.trainer)!,
        minutes: 60,
        validUnit: 'months',
      }),
    )
  for (const { offer, daysAgo, usedDaysAgo } of bought) {
    const at = new Date(parts.now.getTime() - daysAgo * DAY)
    const id = await makeUnpaidPackage(db, {
      offerId: ids.get(offer)!,
      ownerId: parts.owner.ownerId,
      at,
    })
    const expiresAt = await pay(db, id, at)
    for (const ago of usedDaysAgo) await use(db, id, ago, offer, parts)
    if (expiresAt > parts.now) continue
    const work = workAt(db, expiresAt)
    await closeBalance(work, id, { status: 'expired' })
    await releaseRest(work, id)
    await noteChange(work, { packageId: id, what: 'expired', by: 'system' })
  }
}

/** Marks the purchase as paid in the sandbox. */
async function pay(db: Db, packageId: string, at: Date): Promise<Date> {
  const work = workAt(db, at)
  await noteChange(work, { packageId, what: 'bought', by: 'owner' })
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow()
  await payInSandbox(db, payment.id, { about: packageId, at })
  const row = await db
    .selectFrom('packages')
    .selectAll()
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  const validity = { validFor: row.valid_for, validUnit: row.valid_unit }
  const expiresAt = expiryOf(at, validity, row.time_zone)
  await db
    .updateTable('packages')
    .set({ status: 'active', paid_at: at, expires_at: expiresAt })
    .where('id', '=', packageId)
    .execute()
  await noteChange(work, { packageId, what: 'paid', by: 'owner' })
  return expiresAt
}

async function use(db: Db, packageId: string, daysAgo: number, offer: DemoOffer, { train }: Parts) {
  const { appointmentId, endsAt } = await train({
    trainer: offer.trainer,
    owner: 'asha-verma',
    pet: 'bruno',
    sessionType: offer.sessionTypes[0] ?? 'Behavioral Modification',
    inDays: -daysAgo,
    at: '11:00',
    minutes: 60,
    status: 'completed',
  })
  await db.updateTable('appointments').set({ price: null }).where('id', '=', appointmentId).execute()
  const useId = newId()
  await db
    .insertInto('package_uses')
    .values({ id: useId, package_id: packageId, appointment_id: appointmentId, taken_at: endsAt })
    .execute()
  await settleSession(workAt(db, endsAt), useId, {
    isBack: false,
    byOwner: false,
    payableFrom: new Date(endsAt.getTime() + 2 * DAY),
  })
}
