import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import { latestToday } from '#/pets/birth.ts'
import { refuse, type Vaccination } from '#/pets/contract.ts'
import { maxVaccinations } from '#/pets/rules.ts'
import { lockOwnPet } from './queries.ts'
import {
  countVaccinations,
  deleteVaccination,
  insertVaccination,
  updateVaccination,
} from './vaccination-queries.ts'

type Given = { name: string; givenOn: Day; nextDueOn?: Day | null | undefined }
type WhichOne = { petId: string; id: string }

/** Notes a vaccination of the actor’s own pet. Its lock keeps the count true while others are added. */
export async function addVaccination(
  work: ActorWork,
  { petId, ...given }: Given & { petId: string },
): Promise<Vaccination> {
  const { db, actor, now } = work
  if (!(await lockOwnPet(db, actor, petId))) refuseRequest('request.not_found')
  const row = rowOf(given, now)
  if ((await countVaccinations(db, petId)) >= maxVaccinations) refuse('pets.too_many_vaccinations')
  const id = newId<'vaccination'>()
  await insertVaccination(db, { id, pet_id: petId, created_at: now, ...row })
  return show(id, row)
}

export async function changeVaccination(
  { db, actor, now }: ActorWork,
  { petId, id, ...given }: Given & WhichOne,
): Promise<Vaccination> {
  if (!(await lockOwnPet(db, actor, petId))) refuseRequest('request.not_found')
  const row = rowOf(given, now)
  if (!(await updateVaccination(db, petId, id, row))) refuseRequest('request.not_found')
  return show(id, row)
}

export async function removeVaccination({ db, actor }: ActorWork, { petId, id }: WhichOne) {
  const isOwn = await lockOwnPet(db, actor, petId)
  if (!isOwn || !(await deleteVaccination(db, petId, id))) refuseRequest('request.not_found')
  return { done: true as const }
}

function rowOf({ name, givenOn, nextDueOn = null }: Given, now: Date) {
  if (givenOn > latestToday(now)) refuse('pets.given_in_future')
  return { name, given_on: givenOn, next_due_on: nextDueOn }
}

function show(id: string, row: ReturnType<typeof rowOf>): Vaccination {
  return { id, name: row.name, givenOn: row.given_on, nextDueOn: row.next_due_on }
}
