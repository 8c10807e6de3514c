import type { OnlineInput } from '#/appointments/booking-input.ts'
import type { ContactMethod } from '#/appointments/contract.ts'
import { refuse } from '#/appointments/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Terms, termsOf } from '#/payments/rules.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'

export type PaymentConfig = Pick<Config, 'PAYMENT_GATEWAY' | 'RAZORPAY_RECURRING'>

export type Contact = {
  contactMethod: ContactMethod
  contactLink: string
  /** The method that is charged automatically when its time comes. */
  methodId: string | null
}

/**
 * Checks what an online appointment needs beside a time: a way to meet, the terms agreed to and, where its fee is charged
 * automatically, a saved method of the payer.
 * @throws appointments.contact_needed, appointments.terms_needed, appointments.payment_method_needed
 */
export async function checkOnline(
  { db, config, userId }: { db: Db; config: PaymentConfig; userId: string },
  fee: number,
  { contactMethod, contactLink, disclaimerAccepted, paymentMethodId }: OnlineInput,
): Promise<Contact> {
  if (!contactMethod || !contactLink) return refuse('appointments.contact_needed')
  if (!disclaimerAccepted) refuse('appointments.terms_needed')
  const gateway = gatewayIn(config)
  if (fee === 0 || !gateway.chargesByItself) return { contactMethod, contactLink, methodId: null }
  if (!paymentMethodId || !(await isUsableMethod(db, gateway, userId, paymentMethodId)))
    return refuse('appointments.payment_method_needed')
  return { contactMethod, contactLink, methodId: paymentMethodId }
}

/** When a fee is charged by itself, and until when it is to be paid; where the payer is always asked, only the latter. */
export function termsIn(config: PaymentConfig, startsAt: Date, bookedAt: Date): Terms {
  const terms = termsOf(startsAt, bookedAt)
  return gatewayIn(config).chargesByItself ? terms : { ...terms, chargeAt: null }
}
