import type { OnlineInput } from '#/appointments/booking-input.ts'
import type { ContactMethod } from '#/appointments/contract.ts'
import { refuse } from '#/appointments/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { chargeHoursBefore, chargeHoursOf, isPayable, type Terms, termsOf } from '#/payments/rules.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'

export type PaymentConfig = Pick<
  Config,
  'PAYMENT_GATEWAY' | 'RAZORPAY_RECURRING' | 'STRIPE_RECURRING' | 'MAX_PAYMENT'
>

export type Contact = {
  contactMethod: ContactMethod
  contactLink: string
  /** The method to charge automatically when the payment is due. */
  methodId: string | null
}

/**
 * Checks what an online appointment needs besides a slot: a way to meet, accepted terms and, if the fee is
 * charged automatically, one of the payer's saved methods.
 * @throws appointments.contact_needed, .terms_needed, .payment_method_needed, .not_payable
 */
export async function checkOnline(
  { db, config, userId }: { db: Db; config: PaymentConfig; userId: string },
  fee: number,
  { contactMethod, contactLink, disclaimerAccepted, paymentMethodId }: OnlineInput,
): Promise<Contact> {
  if (!contactMethod || !contactLink) return refuse('appointments.contact_needed')
  if (!disclaimerAccepted) refuse('appointments.terms_needed')
  if (fee > 0 && !isPayable(fee, config.MAX_PAYMENT)) refuse('appointments.not_payable')
  const gateway = gatewayIn(config)
  if (fee === 0 || chargeHoursOf(gateway.charging, fee) === null)
    return { contactMethod, contactLink, methodId: null }
  if (!paymentMethodId || !(await isUsableMethod(db, gateway, userId, paymentMethodId)))
    return refuse('appointments.payment_method_needed')
  return { contactMethod, contactLink, methodId: paymentMethodId }
}

/**
 * Returns when a fee is due and when it is charged automatically; without automatic charges, only when it is
 * due.
 */
export function termsIn(
  config: PaymentConfig,
  { startsAt, bookedAt, fee }: { startsAt: Date; bookedAt: Date; fee: number },
): Terms {
  return termsOf(startsAt, bookedAt, chargeHoursOf(gatewayIn(config).charging, fee))
}

/** Whether an amount that is too late for its usual charge is charged right away. */
export const chargesAtOnce = (config: PaymentConfig, fee: number) =>
  chargeHoursOf(gatewayIn(config).charging, fee) === chargeHoursBefore
