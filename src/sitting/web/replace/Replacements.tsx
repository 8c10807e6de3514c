import type { Appointment } from '#/appointments/contract.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { isGivenUp } from '#/sitting/replacement.ts'

const offer = onDemand(() => import('./ReplacementOffer.tsx'))

/** Shows other sitters with room on the card of an appointment that a sitter cancelled, declined or let expire. */
export function Replacements({ appointment, now }: { appointment: Appointment; now: Date }) {
  const isWanted = appointment.trade === 'sitting' && isGivenUp(appointment, now)
  const Offer = useOnDemand(offer, isWanted)
  return isWanted && Offer ? <Offer appointment={appointment} /> : null
}
