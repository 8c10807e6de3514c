import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'

/** Lists the medicines of prescription `g`'s note; null if it has none. */
export const medicinesOfNote = sql`(
  select jsonb_agg(jsonb_build_object('name', m.name, 'form', m.form, 'strength', m.strength, 'dose', m.dose,
    'howOften', m.how_often, 'days', m.days, 'refills', m.refills) order by m.position)
  from prescription_lines m where m.prescription_id = g.note_prescription_id)`

/** Copies the medicines of a note into the pharmacist's record. */
export async function keepMedicines({ db }: Pick<Work, 'db'>, prescriptionId: string): Promise<void> {
  await sql`
    update given_prescriptions g set medicines = ${medicinesOfNote}
     where g.id = ${prescriptionId} and g.note_prescription_id is not null and g.medicines is null
  `.execute(db)
}

/** Makes the prescriptions of a placed part's approved medicines the pharmacist's records. */
export async function keepFiles({ db }: Work, partId: string): Promise<void> {
  await sql`
    update uploads u set user_id = s.seller_user_id
      from order_parts s join dispensed_lines d on d.part_id = s.id join given_prescriptions g on g.id = d.prescription_id
     where s.id = ${partId} and d.status = 'approved' and u.id = g.upload_id
  `.execute(db)
}
