import type { Vet } from '../contract.ts'
import css from './choices.module.css'
import { feeText } from './doctor.ts'
import { PickOne } from './PickOne.tsx'

export type VisitTypeChoice = 'in_person' | 'teleconsultation'

type Props = { vet: Vet; value: VisitTypeChoice; onChange(value: VisitTypeChoice): void }

/** How to meet the vet: what they offer. */
export function VisitType({ vet, value, onChange }: Props) {
  const fee = vet.consultationFee
  const online = (
    <span className={css.badges}>
      Teleconsultation
      {fee && <span className={css.fee}>{feeText(fee)}</span>}
      {fee && fee.amount > 0 && <span className={css.required}>Payment Required</span>}
    </span>
  )
  return (
    <PickOne
      legend="Visit type"
      name="visit-type"
      options={[
        ...(vet.offersInPerson ? [{ value: 'in_person' as const, label: 'In-Person Visit' }] : []),
        ...(vet.offersTeleconsultation ? [{ value: 'teleconsultation' as const, label: online }] : []),
      ]}
      value={value}
      onChange={onChange}
      hint={
        value === 'in_person'
          ? `You come to the clinic in ${vet.location}.`
          : 'You talk over WhatsApp or a Zoom meeting.'
      }
    />
  )
}
