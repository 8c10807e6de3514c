import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { makePhone } from '#/accounts/server/phone.factory.ts'
import { keepHoursInWords } from '#/booking/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { demoAdmin, demoAdminEmail, demoAuthenticatorKey } from './admin.ts'
import { keepAutoships } from './autoships.ts'
import type { Cast, Today } from './cast.ts'
import { giveCertificates } from './certificate.ts'
import { rememberConversations } from './conversations.ts'
import { openDirectory } from './emergency.ts'
import { fillDiary } from './fill-diary.ts'
import { fillSalons } from './fill-salons.ts'
import { meetSitters } from './meet-sitters.ts'
import { answerOneTicket, writeToSupport } from './messages.ts'
import { openHomes } from './open-homes.ts'
import { rememberOrders } from './orders.ts'
import { demoOwners } from './owners.ts'
import type { StoreFile } from './paper.ts'
import { payOrders } from './pay-orders.ts'
import { demoAccounts, demoPassword, liveIn, type MakeAccount } from './people.ts'
import { bringHome } from './pets.ts'
import { placeDemoProviders } from './positions.ts'
import { rememberPrescriptions } from './prescriptions.ts'
import { reviewProducts } from './product-reviews.ts'
import { proposeTimes } from './propose-times.ts'
import { makeProviders } from './providers.ts'
import { readGateway } from './read-gateway.ts'
import { rememberSittings } from './remember-sittings.ts'
import { rememberVisits } from './remember-visits.ts'
import { reportPets } from './reports.ts'
import { openShops } from './shop.ts'
import { openHouseholds, planTasks } from './tasks.ts'
import { keepHistory, tellOf } from './tell.ts'
import { trainPets } from './train.ts'
import { councilOf, type DemoVet, demoVets, titled } from './vets.ts'
import { writeVisitNotes } from './visit-notes.ts'
import { tellOfCards, walkPets } from './walk-pets.ts'

/** `authenticator` is the key for an authenticator app. */
export type DemoSignIn = { who: string; email: string; password: string; authenticator?: string }

const emailOf = (slug: string) => `${slug.replace('-', '.')}@pawfolk.example`

/**
 * Fills a database without users with the demo world, once and in one transaction, even if several processes start together.
 * The stories are always the same, relative to the day of seeding. With an `adminKey` (AUTH_SECRET) there is an admin too;
 * never pass one where anyone but the operator can reach the app.
 */
export async function seedDemo(
  db: Db,
  options: { now: Date; timeZone: string; storeFile: StoreFile; adminKey?: string },
): Promise<DemoSignIn[]> {
  const today = { ...options, today: dayOf(options.now, options.timeZone) }
  const isDemo = await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    const somebody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    const cast = somebody ? undefined : await tellStories(tx, today, options.storeFile)
    const asha = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf('asha-verma'))
      .executeTakeFirst()
    if (asha && options.adminKey) {
      const adminId = await demoAdmin(tx, options.adminKey)
      if (cast) await answerOneTicket(tx, cast, { now: options.now, adminId })
    }
    return asha !== undefined
  })
  if (!isDemo) return []
  const admin = {
    who: 'Admin',
    email: demoAdminEmail,
    password: demoPassword,
    authenticator: demoAuthenticatorKey,
  }
  return [
    { who: 'Pet owner', email: emailOf('asha-verma'), password: demoPassword },
    { who: 'Vet', email: emailOf('meera-iyer'), password: demoPassword },
    { who: 'Pet stylist', email: emailOf('nisha-pinto'), password: demoPassword },
    { who: 'Trainer', email: emailOf('maya-dsouza'), password: demoPassword },
    ...(options.adminKey ? [admin] : []),
  ]
}

/** Waits until no other process seeds. Polls for the lock, because a statement that waited for it would time out. */
async function takeTurn(tx: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('pawfolk demo seed')) as "isMine"`.execute(tx)
    if (rows[0]?.isMine) return
    await wait(200)
  }
}

async function tellStories(db: Db, today: Today, storeFile: StoreFile): Promise<Cast> {
  const makeAccount = await demoAccounts(db, today.timeZone)
  const cast = {
    owners: await moveIn(db, makeAccount, today),
    vets: await openPractices(db, makeAccount, today, storeFile),
  }
  const account = (role: 'pet_sitter' | 'pet_stylist' | 'pet_trainer') => (name: string, slug: string) =>
    makeAccount(name, emailOf(slug), role)
  const happened = [
    ...(await rememberVisits(db, cast, today)),
    ...(await fillDiary(db, cast, today)),
    ...(await fillSalons(db, cast, account('pet_stylist'), today)),
    ...(await trainPets(db, account('pet_trainer'), cast.owners, today)),
  ]
  await writeVisitNotes(db, cast, today)
  await openHomes(db, account('pet_sitter'), today)
  const sent = await walkPets(db, cast, today, storeFile)
  await rememberSittings(db, cast, today)
  await meetSitters(db, cast, today)
  await keepHistory(db, happened)
  await tellOf(db, happened, today.now)
  await proposeTimes(db, cast, today)
  await tellOfCards(db, sent)
  await makeProviders(db, (name, slug, role) => makeAccount(name, emailOf(slug), role), today)
  await openShops(db, (name, slug, role) => makeAccount(name, emailOf(slug), role), today)
  await rememberOrders(db, { owners: cast.owners, now: today.now })
  await reviewProducts(db, cast.owners, today.now)
  await keepAutoships(db, { ownerId: cast.owners.get('asha-verma')!.ownerId, now: today.now })
  await rememberPrescriptions(db, storeFile, {
    ownerId: cast.owners.get('asha-verma')!.ownerId,
    now: today.now,
  })
  await payOrders(db)
  await readGateway(db, today)
  await placeDemoProviders(db)
  await rememberConversations(db, cast, today)
  await writeToSupport(db, cast, today.now)
  await reportPets(db, cast, today)
  await planTasks(db, cast, today)
  await openHouseholds(db, cast, today)
  await openDirectory(db, today)
  return cast
}

async function moveIn(db: Db, makeAccount: MakeAccount, today: Today): Promise<Cast['owners']> {
  const owners = new Map()
  for (const owner of demoOwners) {
    const userId = await makeAccount(owner.name, emailOf(owner.slug))
    // They pay in cash, too.
    if (owner.phone) await makePhone(db, { userId, number: owner.phone })
    const ownerId = await liveIn(db, owner.city, userId)
    await db
      .updateTable('pet_owners')
      .set({ phone_number: owner.phone ?? null })
      .where('id', '=', ownerId)
      .execute()
    const petIds = new Map<string, string>()
    for (const pet of owner.pets) petIds.set(pet.slug, await bringHome(db, ownerId, pet, today))
    owners.set(owner.slug, { ...owner, ownerId, petIds })
  }
  return owners
}

async function openPractices(
  db: Db,
  makeAccount: MakeAccount,
  { today, now }: Today,
  storeFile: StoreFile,
): Promise<Cast['vets']> {
  const vets = new Map<string, DemoVet & { id: string; userId: string }>()
  for (const vet of demoVets) {
    const userId = await makeAccount(titled(vet.fullName), emailOf(vet.slug), 'veterinary_doctor')
    vets.set(vet.slug, { ...vet, id: await openPractice(db, vet, userId, today), userId })
  }
  const registered = [...vets.values()].map((vet) => ({ ...vet, council: councilOf(vet.licenseId) }))
  await giveCertificates(db, storeFile, registered, now)
  return vets
}

async function openPractice(db: Db, vet: DemoVet, userId: string, today: Day): Promise<string> {
  const vetId = await makeVet(db, {
    ...vet,
    userId,
    registrationCouncil: councilOf(vet.licenseId),
    imageUrl: `/portraits/${vet.slug}.svg`,
    hours: [
      ...vet.hours,
      ...(vet.dates ?? []).map(({ inDays, ...hours }) => ({ ...hours, date: addDays(today, inDays) })),
    ],
    holidays: (vet.holidays ?? []).map(({ fromDay, toDay, reason }) => ({
      start: addDays(today, fromDay),
      end: addDays(today, toDay),
      reason,
    })),
  })
  await keepHoursInWords(db, { trade: 'veterinary', providerId: vetId })
  return vetId
}
