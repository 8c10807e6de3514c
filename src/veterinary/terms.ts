import type { RefundPolicy } from '#/appointments/refunds.ts'
import { paymentTerms } from '#/appointments/terms.ts'
import type { Money } from '#/kernel/money.ts'
import { type Charging, plainCharging } from '#/payments/rules.ts'

type Asked = {
  consultationFee: Money | null
  refundPolicy: RefundPolicy
  /** Null if the owner pays by hand. */
  charging?: Charging | null
}

/** Returns the terms of a teleconsultation; with a chosen time, without what is already too late. */
export function teleconsultationTerms(
  { consultationFee: price, refundPolicy, charging = plainCharging }: Asked,
  startsAt: Date | null,
  now: Date,
): string[] {
  const scope = [
    'A teleconsultation is advice by a licensed vet who can’t touch your pet: some things need a visit in person, and what can be prescribed is limited.',
    'It is not for emergencies, certificates or putting a pet to sleep. With trouble breathing, a seizure, collapse, poison, heavy bleeding or no urine, go to a clinic at once.',
  ]
  if (!price || price.amount === 0) return scope
  return [...scope, ...paymentTerms({ provider: 'vet', price, refundPolicy, charging }, startsAt, now)]
}
