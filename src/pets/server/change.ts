import type { Updateable } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { patchOf } from '#/kernel/server/record-rows.ts'
import type { Pets } from '#/kernel/server/schema.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { bornAbout, earliestToday, isTooOld, latestToday } from '#/pets/birth.ts'
import type { PetChange, PetDetails } from '#/pets/contract.ts'
import { refuse } from '#/pets/errors.ts'
import { careFields } from '#/pets/fields.ts'
import { type PetMove, statusAfter } from '#/pets/rules.ts'
import { presentDetails } from './present.ts'
import { findOwnPet, lockOwnPet, updatePet } from './queries.ts'

type Linking = Pick<Serving, 'linkTo'>
type Work = ActorWork & Linking & Pick<Serving, 'keepPicture' | 'forgetPicture'>

/** Fields stored as given, besides the facts of care. */
const columnOf = {
  name: 'name',
  species: 'species',
  breed: 'breed',
  isMixed: 'is_mixed',
  sizeLbs: 'pet_size_lbs',
  microchip: 'microchip',
} as const satisfies Partial<Record<keyof PetChange, keyof Pets>>

/** Writes only the given fields, so that concurrent changes of other fields stay. */
export async function changePet(work: Work, change: PetChange): Promise<PetDetails> {
  const { db, actor, now, keepPicture, forgetPicture } = work
  const { id, species, birth, photo, temperament } = change
  const before = await lockOwnPet(db, actor, id)
  if (!before) return refuseRequest('request.not_found')

  const changes: Updateable<Pets> = patchOf(careFields, change)
  for (const [field, column] of Object.entries(columnOf)) {
    const value = change[field as keyof typeof columnOf]
    if (value !== undefined) Object.assign(changes, { [column]: value })
  }
  if (birth !== undefined) Object.assign(changes, readBirth(birth, now))
  if (temperament) changes.temperament = [...new Set(temperament)]
  const born = changes.date_of_birth === undefined ? before.date_of_birth : changes.date_of_birth
  const asked = birth !== undefined || species !== undefined
  if (asked && born && isTooOld(born, species ?? before.species, latestToday(now))) refuse('pets.too_old')
  if (photo !== undefined) changes.photo_url = photo && (await keepPicture(photo))
  if (Object.keys(changes).length > 0) await updatePet(db, id, changes)
  if (photo !== undefined) await forgetPicture(before.photo_url)
  return showOwnPet(work, id)
}

function readBirth(birth: NonNullable<PetChange['birth']> | null, now: Date): Updateable<Pets> {
  if (!birth) return { date_of_birth: null, is_birth_estimated: false }
  // Count from the earliest "today", so that an age of three isn't shown as two in any time zone.
  if ('age' in birth)
    return { date_of_birth: bornAbout(birth.age, earliestToday(now)), is_birth_estimated: true }
  if (birth.date > latestToday(now)) refuse('pets.born_in_future')
  return { date_of_birth: birth.date, is_birth_estimated: false }
}

/** Archives a pet, keeps it in memory or brings it back. Repeating a move changes nothing. */
export async function movePet(work: ActorWork & Linking, move: PetMove, id: string): Promise<PetDetails> {
  const { db, actor, now } = work
  const before = await lockOwnPet(db, actor, id)
  if (!before) return refuseRequest('request.not_found')
  const status = statusAfter(move, before.status)
  if (!status) return refuse('pets.move_not_allowed')
  if (status !== before.status) await updatePet(db, id, { status, status_changed_at: now })
  return showOwnPet(work, id)
}

export async function showOwnPet(
  { db, actor, linkTo }: Pick<ActorWork, 'db' | 'actor'> & Linking,
  id: string,
) {
  const row = await findOwnPet(db, actor, id)
  return row ? presentDetails(row, linkTo) : refuseRequest('request.not_found')
}
