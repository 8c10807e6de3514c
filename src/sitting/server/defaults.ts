import { sql } from 'kysely'
import { limits } from '#/kernel/fields.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { RequestDefaults } from '#/sitting/request.ts'

/**
 * Finds what a request to a sitter can be filled in with: the profile's emergency contact, otherwise that of the last request; and for
 * each pet its own page's answers, otherwise those of the last request for it. The page is newer than any request.
 */
export async function findDefaults({ db, actor }: Pick<ActorWork, 'db' | 'actor'>): Promise<RequestDefaults> {
  const ownerId = actor.records['pet_owner']
  if (!ownerId) return { emergencyName: null, emergencyPhone: null, pets: [] }
  const profile = await db
    .selectFrom('pet_owners')
    .select(['emergency_contact_name as name', 'emergency_contact_phone as phone'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('sitting_requests')
    .select(['emergency_name as name', 'emergency_phone as phone'])
    .where('pet_owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Half a contact of each would be somebody else's number.
  const contact = profile.name && profile.phone ? profile : (last ?? profile)
  const { rows } = await sql<Row>`
    select p.id, p.species, p.good_with_dogs, p.medicines, p.allergies, p.feeding_notes, p.fear_notes,
           last.special_care_instructions as special_care, last.gets_along_with_other_dogs as gets_along
      from pets p
      left join lateral (
        select r.special_care_instructions, r.gets_along_with_other_dogs
          from appointment_pets ap
          join sitting_details d on d.appointment_id = ap.appointment_id and d.is_asking
          join sitting_requests r on r.id = d.request_id and r.pet_owner_id = p.owner_id
         where ap.pet_id = p.id order by r.created_at desc, r.id desc limit 1) last on true
     where p.owner_id = ${ownerId} and p.status = 'active'
     order by p.id
  `.execute(db)
  return {
    emergencyName: contact.name,
    emergencyPhone: contact.phone,
    pets: rows.map((row) => ({
      id: row.id,
      getsAlong: row.species === 'dog' ? (row.good_with_dogs ?? row.gets_along) : null,
      specialCare: row.special_care ?? careOf(row),
    })),
  }
}

type Row = {
  id: string
  species: string
  good_with_dogs: boolean | null
  medicines: string | null
  allergies: string | null
  feeding_notes: string | null
  fear_notes: string | null
  special_care: string | null
  gets_along: boolean | null
}

/** Returns the lines of a pet's page that help a sitter decide; null without any. */
function careOf({ medicines, allergies, feeding_notes, fear_notes }: Row): string | null {
  const lines = [
    ['Medicines', medicines],
    ['Allergies', allergies],
    ['Food', feeding_notes],
    ['Fears', fear_notes],
  ].flatMap(([label, text]) => (text ? `${label}: ${text}` : []))
  return lines.join('\n').slice(0, limits.long) || null
}
