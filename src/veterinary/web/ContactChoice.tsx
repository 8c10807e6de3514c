import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import css from './choices.module.css'

export type PreferredContact = 'phone' | 'email'

type Props = { value: PreferredContact; onChange: (value: PreferredContact) => void }

const options = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'Email' },
] as const

/** How the clinic should get in touch about the visit. */
export function ContactChoice({ value, onChange }: Props) {
  const hintId = useId()
  return (
    <fieldset className={css.choices} aria-describedby={hintId}>
      <legend>Preferred contact</legend>
      <div className={css.row}>
        {options.map((option) => (
          <Radio
            key={option.value}
            name="preferred-contact"
            value={option.value}
            label={option.label}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
      <p id={hintId} className={css.hint}>
        Once the visit is confirmed the vet sees your e-mail address, and the phone number in{' '}
        <Link to="/profile/pet-owner">your profile</Link>.
      </p>
    </fieldset>
  )
}
