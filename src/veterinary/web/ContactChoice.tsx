import { Link } from 'react-router'
import { PickOne, type Reach } from '#/appointments/web/index.ts'

export type PreferredContact = 'phone' | 'email'

type Props = {
  value: PreferredContact
  onChange: (value: PreferredContact) => void
  /** The ways to contact the owner. */
  reach: Reach
}

export function ContactChoice({ value, onChange, reach }: Props) {
  const profile = <Link to="/profile/pet-owner">your profile</Link>
  return (
    <PickOne
      legend="Preferred contact"
      name="preferred-contact"
      options={[
        { value: 'phone', label: 'Phone', disabled: !reach.phone },
        { value: 'email', label: 'Email', disabled: !reach.email },
      ]}
      value={value}
      onChange={onChange}
      hint={
        reach.phone ? (
          <>Once the visit is confirmed, the vet sees your email address and the phone number in {profile}.</>
        ) : (
          <>To be called, add a phone number to {profile} first.</>
        )
      }
    />
  )
}
