import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'

/** Makes the prescriptions of a placed part's approved medicines the pharmacist's records. */
export async function keepFiles({ db }: Work, partId: string): Promise<void> {
  await sql`
    update uploads u set user_id = s.seller_user_id
      from order_parts s join dispensed_lines d on d.part_id = s.id join given_prescriptions g on g.id = d.prescription_id
     where s.id = ${partId} and d.status = 'approved' and u.id = g.upload_id
  `.execute(db)
}
