import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Terms, termsOf } from '#/payments/rules.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'
import { refuse } from '../contract.ts'

export type PaymentConfig = Pick<Config, 'PAYMENT_GATEWAY' | 'RAZORPAY_RECURRING'>

export type Contact = {
  contactMethod: 'whatsapp' | 'zoom'
  contactLink: string
  /** What is charged by itself when its time comes. */
  methodId: string | null
}

type Asked = {
  contactMethod?: 'whatsapp' | 'zoom' | null | undefined
  contactLink?: string | null | undefined
  disclaimerAccepted: boolean
  paymentMethodId?: string | null | undefined
}

/**
 * What a teleconsultation needs beside a time: a way to meet, the terms agreed to and, where its fee is charged by itself, a
 * saved method of the payer.
 * @throws veterinary.contact_needed, veterinary.terms_needed, veterinary.payment_method_needed
 */
export async function checkTeleconsultation(
  { db, config, userId }: { db: Db; config: PaymentConfig; userId: string },
  fee: number,
  { contactMethod, contactLink, disclaimerAccepted, paymentMethodId }: Asked,
): Promise<Contact> {
  if (!contactMethod || !contactLink) return refuse('veterinary.contact_needed')
  if (!disclaimerAccepted) refuse('veterinary.terms_needed')
  const gateway = gatewayIn(config)
  if (fee === 0 || !gateway.chargesByItself) return { contactMethod, contactLink, methodId: null }
  if (!paymentMethodId || !(await isUsableMethod(db, gateway, userId, paymentMethodId)))
    return refuse('veterinary.payment_method_needed')
  return { contactMethod, contactLink, methodId: paymentMethodId }
}

/** When a fee is charged by itself, and until when it is to be paid; where the payer is always asked, only the latter. */
export function termsIn(config: PaymentConfig, startsAt: Date, bookedAt: Date): Terms {
  const terms = termsOf(startsAt, bookedAt)
  return gatewayIn(config).chargesByItself ? terms : { ...terms, chargeAt: null }
}
