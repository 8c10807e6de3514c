import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { bookedBeforeWeight, type FitPet, type Fitted, reasonsFor, wishesOf } from '#/sitting/fit.ts'
import { hoursOfNight } from '#/sitting/rules.ts'
import type { FitReason, Sitter } from '#/sitting/shapes.ts'

const mostBookedBefore = 50
/** Nobody wants a sitter again whom they gave fewer stars. */
const fewestStars = 3

type Searcher = { ownerId: string | undefined; pets: readonly FitPet[]; byNight: boolean }

/** Reads what the best fit counts for an owner; `explain` returns a found sitter's reasons beside the others on the page. */
export async function findFit(db: Db, { ownerId, pets, byNight }: Searcher) {
  const bookedBefore = await findBookedBefore(db, ownerId)
  const wishes = wishesOf(pets)
  type Found = Sitter & Pick<Fitted, 'traits' | 'distanceKm'>
  const priceOf = ({ hourlyRate, nightlyRate }: Sitter) =>
    byNight ? (nightlyRate?.amount ?? hourlyRate.amount * hoursOfNight) : hourlyRate.amount
  const explain = (sitter: Found, all: readonly Sitter[]): FitReason[] =>
    reasonsFor({ ...sitter, price: priceOf(sitter) }, { bookedBefore, wishes, prices: all.map(priceOf) })
  return { reasons: { bookedBefore: { ids: bookedBefore, weight: bookedBeforeWeight }, wishes }, explain }
}

async function findBookedBefore(db: Db, ownerId: string | undefined): Promise<string[]> {
  if (ownerId === undefined) return []
  const rows = await db
    .selectFrom('appointments as a')
    .select('a.provider_id')
    .distinct()
    .where('a.pet_owner_id', '=', ownerId)
    .where('a.trade', '=', sql.lit('sitting'))
    .where('a.phase', 'in', ['agreed', 'under_way', 'done'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ratings as r')
            .select('r.id')
            .whereRef('r.pet_owner_id', '=', 'a.pet_owner_id')
            .whereRef('r.provider_id', '=', 'a.provider_id')
            .where('r.rating', '<', fewestStars),
        ),
      ),
    )
    .limit(mostBookedBefore)
    .execute()
  return rows.map(({ provider_id }) => provider_id)
}
