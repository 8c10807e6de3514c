import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import css from './choices.module.css'

/** How one meets the vet. */
export function VisitType({ location }: { location: string }) {
  return (
    <fieldset className={css.visit}>
      <legend>Visit type</legend>
      <Radio
        name="visit-type"
        value="in_person"
        checked
        readOnly
        label="In-Person Visit"
        description={`You come to the clinic in ${location}.`}
      />
    </fieldset>
  )
}
