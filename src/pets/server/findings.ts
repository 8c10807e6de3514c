import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Day } from '#/kernel/time.ts'
import { refuse } from '#/pets/errors.ts'
import { maxVaccinations } from '#/pets/rules.ts'
import { updatePet } from './queries.ts'
import { countVaccinations, insertVaccination } from './vaccination-queries.ts'

type Findings = {
  petId: string
  noteId: string
  /** Null without a weight, or if a later one is known. */
  weightLbs: number | null
  vaccinations: readonly { name: string; givenOn: Day; nextDueOn: Day | null }[]
  now: Date
}

/**
 * Copies a signed note's findings to the pet. A vaccination that the owner already added for the same day is reused, and keeps
 * its certificate. The caller has checked that the provider may write about this pet.
 * @throws pets.too_many_vaccinations
 */
export async function recordFindings(db: Db, { petId, noteId, weightLbs, vaccinations, now }: Findings) {
  await db.selectFrom('pets').select('id').where('id', '=', petId).forNoKeyUpdate().execute()
  if (weightLbs !== null) await updatePet(db, petId, { pet_size_lbs: weightLbs })
  for (const { name, givenOn, nextDueOn } of vaccinations) {
    const { numUpdatedRows } = await db
      .updateTable('pet_vaccinations')
      .set({ note_id: noteId, ...(nextDueOn && { next_due_on: nextDueOn }) })
      .where('pet_id', '=', petId)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .where('given_on', '=', givenOn)
      .where('note_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    if ((await countVaccinations(db, petId)) >= maxVaccinations) refuse('pets.too_many_vaccinations')
    const row = { id: newId<'vaccination'>(), pet_id: petId, note_id: noteId, created_at: now }
    await insertVaccination(db, { ...row, name, given_on: givenOn, next_due_on: nextDueOn })
  }
}
