import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OwnPet, OwnVet } from '#/emergency/contract.ts'
import { telephone } from '#/kernel/phone.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'

const mostBooked = 3

/** Returns the caller's pets as a vet asks about them, and their vets' numbers: usual vets first, then those booked last. */
export async function readOwn({ db, actor, now }: Pick<ActorWork, 'db' | 'actor' | 'now'>) {
  const ownerId = actor.records['pet_owner']
  if (!ownerId) return { at: now, vets: [], pets: [] }
  const [rows, booked] = await Promise.all([findPets(db, ownerId), findBooked(db, ownerId)])
  const vets = new Map<string, OwnVet>()
  for (const { name, vet_name, vet_phone } of rows) {
    if (!vet_phone) continue
    const known = vets.get(telephone(vet_phone))
    if (known) known.of.push(name)
    else vets.set(telephone(vet_phone), { name: vet_name ?? `${name}’s vet`, phone: vet_phone, of: [name] })
  }
  for (const { name, phone } of booked)
    if (!vets.has(telephone(phone))) vets.set(telephone(phone), { name, phone, of: [] })
  return { at: now, vets: [...vets.values()], pets: rows.map(showPet) }
}

function findPets(db: Db, ownerId: string) {
  return db
    .selectFrom('pets as p')
    .select(['p.id', 'p.name', 'p.species', 'p.breed', 'p.is_mixed', 'p.pet_size_lbs', 'p.sex'])
    .select(['p.date_of_birth', 'p.is_birth_estimated', 'p.is_neutered', 'p.microchip'])
    .select(['p.allergies', 'p.conditions', 'p.medicines', 'p.insurance_policy_number'])
    .select(['p.vet_name', 'p.vet_phone'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('pet_vaccinations as v')
          .whereRef('v.pet_id', '=', 'p.id')
          .distinctOn(sql`lower(v.name)`)
          .orderBy(sql`lower(v.name)`)
          .orderBy('v.given_on', 'desc')
          .orderBy('v.id', 'desc')
          .select(['v.name', 'v.given_on as givenOn']),
      ).as('vaccinations'),
    )
    .where('p.owner_id', '=', ownerId)
    .where('p.status', '=', 'active')
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute()
}

/** Only vets who can still be found: numbers of those who left or were suspended may be anybody's by now. */
async function findBooked(db: Db, ownerId: string): Promise<{ name: string; phone: string }[]> {
  const { rows } = await sql<{ name: string; phone: string }>`
    select p.addressed_as as name, p.phone_number as phone
      from (select a.provider_id, max(a.starts_at) as last_at from appointments a
             where a.pet_owner_id = ${ownerId} and a.trade = 'veterinary' and a.phase in ('asked', 'agreed', 'under_way', 'done')
             group by a.provider_id) b
      join providers p on p.id = b.provider_id and p.can_be_found and p.phone_number is not null
      join calendar_providers c on c.trade = 'veterinary' and c.provider_id = p.id and c.listed
     order by b.last_at desc, p.id limit ${sql.lit(mostBooked)}
  `.execute(db)
  return rows
}

const showPet = (row: Awaited<ReturnType<typeof findPets>>[number]): OwnPet => ({
  id: row.id,
  name: row.name,
  species: row.species,
  breed: row.breed,
  isMixed: row.is_mixed,
  sizeLbs: row.pet_size_lbs,
  sex: row.sex,
  isNeutered: row.is_neutered,
  microchip: row.microchip,
  dateOfBirth: row.date_of_birth,
  isBirthEstimated: row.is_birth_estimated,
  allergies: row.allergies,
  conditions: row.conditions,
  medicines: row.medicines,
  insurancePolicyNumber: row.insurance_policy_number,
  vaccinations: row.vaccinations,
})
