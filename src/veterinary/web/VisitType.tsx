import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import type { Vet } from '../contract.ts'
import css from './choices.module.css'
import { feeText } from './doctor.ts'

export type VisitTypeChoice = 'in_person' | 'teleconsultation'

type Props = { vet: Vet; value: VisitTypeChoice; onChange(value: VisitTypeChoice): void }

/** How one meets the vet: what they offer. */
export function VisitType({ vet, value, onChange }: Props) {
  const fee = vet.consultationFee
  const choice = (type: VisitTypeChoice) => ({
    name: 'visit-type',
    value: type,
    checked: value === type,
    onChange: () => onChange(type),
  })
  return (
    <fieldset className={css.visit}>
      <legend>Visit type</legend>
      <div className={css.types}>
        {vet.offersInPerson && (
          <Radio
            {...choice('in_person')}
            label="In-Person Visit"
            description={`You come to the clinic in ${vet.location}.`}
          />
        )}
        {vet.offersTeleconsultation && (
          <Radio
            {...choice('teleconsultation')}
            label={
              <span className={css.badges}>
                Teleconsultation
                {fee && <span className={css.fee}>{feeText(fee)}</span>}
                {fee && fee.amount > 0 && <span className={css.required}>Payment Required</span>}
              </span>
            }
            description="You talk over WhatsApp or a Zoom meeting."
          />
        )}
      </div>
    </fieldset>
  )
}
