import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import { latestToday } from '#/pets/birth.ts'
import type { Vaccination } from '#/pets/contract.ts'
import { refuse } from '#/pets/errors.ts'
import { maxVaccinations } from '#/pets/rules.ts'
import { presentVaccination } from './present.ts'
import { lockOwnPet } from './queries.ts'
import {
  countVaccinations,
  deleteVaccination,
  findVaccination,
  insertVaccination,
  updateVaccination,
} from './vaccination-queries.ts'

type Given = {
  name: string
  givenOn: Day
  nextDueOn?: Day | null | undefined
  certificate?: Blob | undefined
}
type Work = ActorWork & Pick<Serving, 'keepDocument' | 'linkTo'>
type WhichOne = { petId: string; id: string }

/** The pet's lock keeps the count true while others are added. */
export async function addVaccination(
  work: Work,
  { petId, certificate, ...given }: Given & { petId: string },
): Promise<Vaccination> {
  const { db, actor, now, keepDocument } = work
  if (!(await lockOwnPet(db, actor, petId))) refuseRequest('request.not_found')
  const row = rowOf(given, now)
  if ((await countVaccinations(db, petId)) >= maxVaccinations) refuse('pets.too_many_vaccinations')
  const id = newId<'vaccination'>()
  const certificate_id = certificate ? await keepDocument(certificate) : null
  await insertVaccination(db, { id, pet_id: petId, created_at: now, ...row, certificate_id })
  return show(work, { petId, id })
}

/** A trigger deletes the file of a certificate that is replaced or removed. */
export async function changeVaccination(
  work: Work,
  {
    petId,
    id,
    certificate,
    removeCertificate,
    ...given
  }: Given & WhichOne & { removeCertificate?: boolean | undefined },
): Promise<Vaccination> {
  const { db, actor, now, keepDocument } = work
  if (!(await lockOwnPet(db, actor, petId))) refuseRequest('request.not_found')
  const row = rowOf(given, now)
  const changes = certificate
    ? { ...row, certificate_id: await keepDocument(certificate) }
    : { ...row, ...(removeCertificate && { certificate_id: null }) }
  if (!(await updateVaccination(db, petId, id, changes))) refuseRequest('request.not_found')
  return show(work, { petId, id })
}

export async function removeVaccination({ db, actor }: ActorWork, { petId, id }: WhichOne) {
  const isOwn = await lockOwnPet(db, actor, petId)
  if (!isOwn || !(await deleteVaccination(db, petId, id))) refuseRequest('request.not_found')
}

function rowOf({ name, givenOn, nextDueOn = null }: Omit<Given, 'certificate'>, now: Date) {
  if (givenOn > latestToday(now)) refuse('pets.given_in_future')
  return { name, given_on: givenOn, next_due_on: nextDueOn }
}

async function show({ db, linkTo }: Work, { petId, id }: WhichOne): Promise<Vaccination> {
  const row = await findVaccination(db, petId, id)
  return row ? presentVaccination(row, linkTo) : refuseRequest('request.not_found')
}
