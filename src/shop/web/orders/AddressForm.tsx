import { NativeSelect, TextInput } from '@mantine/core'
import { isPhoneNumber } from '#/kernel/phone.ts'
import type { Address } from '#/shop/orders.ts'
import { isPinBeginning, unknownPinText } from '#/shop/pin-codes.ts'
import { pinPattern } from '#/shop/rules.ts'
import { otherStateOf, stateCodes, stateOfPin, states } from '#/shop/states.ts'
import css from './Checkout.module.css'

export type Fields = Record<keyof Address, string>
export type Wrong = Partial<Record<keyof Address, string>>
export const noAddress: Fields = { name: '', phone: '', line: '', city: '', state: '', pin: '' }
export const fieldNames = ['name', 'phone', 'line', 'pin', 'city', 'state'] as const

export function wrongIn(fields: Fields): Wrong {
  const wrong: Wrong = {}
  for (const name of fieldNames) if (!fields[name].trim()) wrong[name] = 'Required'
  if (!wrong.phone && !isPhoneNumber(fields.phone.trim()))
    wrong.phone = 'Please enter a phone number with its country code, like +91 98123 45678.'
  if (!wrong.pin && !pinPattern.test(fields.pin.trim()))
    wrong.pin = 'Please enter 6 digits. PIN codes don’t start with 0.'
  else if (!wrong.pin && !isPinBeginning(fields.pin.trim())) wrong.pin = unknownPinText
  const [pin, state] = [fields.pin.trim(), stateCodes.find((code) => code === fields.state)]
  const other = !wrong.pin && state && otherStateOf({ pin, state })
  if (other) wrong.state = `PIN code ${pin} is in ${states[other]}. Please check the PIN code and the state.`
  return wrong
}

type Props = {
  fields: Fields
  wrong: Wrong
  saved: readonly Address[]
  onChange: (fields: Fields) => void
}

const titleOf = ({ name, line, city, pin }: Address) => `${name}, ${line}, ${city} ${pin}`

export function AddressForm({ fields, wrong, saved, onChange }: Props) {
  const chosen = saved.findIndex((address) => fieldNames.every((name) => address[name] === fields[name]))
  const set = (name: keyof Address) => (event: { currentTarget: { value: string } }) => {
    const typed = event.currentTarget.value
    // People write PIN codes in two parts.
    const value = name === 'pin' ? typed.replace(/\s/g, '') : typed
    const state = name === 'pin' && pinPattern.test(value) ? stateOfPin(value) : null
    onChange({ ...fields, [name]: value, ...(state && { state }) })
  }
  const of = (name: keyof Address) => ({
    name,
    value: fields[name],
    error: wrong[name],
    onChange: set(name),
    withAsterisk: true,
  })
  return (
    <div className={css.fields}>
      {saved.length > 0 && (
        <NativeSelect
          className={css.wide}
          label="Use an earlier address"
          value={chosen >= 0 ? String(chosen) : ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(value ? { ...saved[Number(value)]! } : noAddress)
          }
          data={[
            { value: '', label: 'Another address' },
            ...saved.map((address, index) => ({ value: String(index), label: titleOf(address) })),
          ]}
        />
      )}
      <TextInput label="Name" autoComplete="name" maxLength={120} {...of('name')} />
      <TextInput label="Phone" type="tel" autoComplete="tel" maxLength={20} {...of('phone')} />
      <TextInput
        className={css.wide}
        label="Address"
        description="House, street and area"
        autoComplete="street-address"
        maxLength={200}
        {...of('line')}
      />
      <TextInput
        label="PIN code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        {...of('pin')}
      />
      <TextInput label="City" autoComplete="address-level2" maxLength={80} {...of('city')} />
      <NativeSelect
        className={css.wide}
        label="State"
        data={[
          { value: '', label: 'Please choose' },
          ...stateCodes
            .map((value) => ({ value: value as string, label: states[value] as string }))
            .sort((a, b) => (a.label < b.label ? -1 : 1)),
        ]}
        {...of('state')}
      />
    </div>
  )
}
