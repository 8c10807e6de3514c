import type { Db } from '#/kernel/server/db.ts'
import { isOwnMethod } from '#/payments/server/index.ts'
import { refuse } from '../contract.ts'

export type Contact = { contactMethod: 'whatsapp' | 'zoom'; contactLink: string }

type Asked = {
  contactMethod?: 'whatsapp' | 'zoom' | null | undefined
  contactLink?: string | null | undefined
  disclaimerAccepted: boolean
  paymentMethodId?: string | null | undefined
}

/**
 * What a teleconsultation needs beside a time: a way to meet, the terms agreed to and, where it costs something, a saved
 * method of the payer.
 * @throws veterinary.contact_needed, veterinary.terms_needed, veterinary.payment_method_needed
 */
export async function checkTeleconsultation(
  db: Db,
  userId: string,
  fee: number,
  { contactMethod, contactLink, disclaimerAccepted, paymentMethodId }: Asked,
): Promise<Contact> {
  if (!contactMethod || !contactLink) return refuse('veterinary.contact_needed')
  if (!disclaimerAccepted) refuse('veterinary.terms_needed')
  if (fee > 0 && (!paymentMethodId || !(await isOwnMethod(db, userId, paymentMethodId))))
    refuse('veterinary.payment_method_needed')
  return { contactMethod, contactLink }
}
