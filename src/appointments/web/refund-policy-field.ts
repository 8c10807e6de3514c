import { refundPolicies, refundPolicyLine, refundPolicyNames } from '#/appointments/refunds.ts'

/** Lets a provider choose what owners get back. `paid` names what owners pay through us: 'a teleconsultation'. */
export const refundPolicyField = (paid: string) => ({
  name: 'refundPolicy' as const,
  label: `When an owner cancels ${paid}, they get back`,
  kind: 'one' as const,
  options: refundPolicies.map((value) => ({
    value,
    label: refundPolicyNames[value],
    hint: refundPolicyLine(value),
  })),
  required: true,
  hint: 'If you cancel, owners get a full refund. We don’t charge unpaid fees. Existing bookings keep their terms.',
})
