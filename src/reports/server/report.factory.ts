import type { Insertable } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { PetReports } from '#/kernel/server/schema.ts'
import { nextAskAt, type ReportStatus } from '#/reports/rules.ts'

type Wanted = {
  userId: string
  status?: ReportStatus
  at: Date
  photos?: string[]
  area?: string
  position?: { lat: number; lon: number } | null
  facts?: Partial<Insertable<PetReports>>
}

/** Makes a report for tests and the demo: by default about Bruno, a dog lost in Indiranagar two hours before. */
export async function makeReport(db: Db, wanted: Wanted): Promise<string> {
  const { userId, status = 'lost', at, photos = ['/portraits/bruno.svg'], position } = wanted
  const id = newId<'pet_report'>()
  await db
    .insertInto('pet_reports')
    .values({
      id,
      user_id: userId,
      status,
      pet_name: status === 'lost' ? 'Bruno' : null,
      species: 'dog',
      seen_at: new Date(at.getTime() - 2 * HOUR),
      location_address: wanted.area ?? 'Indiranagar, Bengaluru',
      latitude: position?.lat ?? null,
      longitude: position?.lon ?? null,
      photos,
      created_at: at,
      updated_at: at,
      renewed_at: at,
      ask_at: nextAskAt(at),
      ...wanted.facts,
    })
    .execute()
  return id
}
