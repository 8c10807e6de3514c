import type { Db } from '#/kernel/server/db.ts'
import { makeSittingRequest, type SittingInput } from '#/sitting/server/sitter.factory.ts'

/** Makes an agreed walk, day or stay, by default a walk of an hour, and returns its appointment's id. */
export async function makeVisit(db: Db, input: SittingInput): Promise<string> {
  const request = await makeSittingRequest(db, { service: 'dog-walking', minutes: 60, ...input })
  const { appointment_id } = await db
    .selectFrom('sitting_details')
    .select('appointment_id')
    .where('request_id', '=', request)
    .executeTakeFirstOrThrow()
  return appointment_id
}
