import { PasswordInput, TextInput } from '@mantine/core'
import { codeRules, plainCode } from '#/accounts/rules.ts'

type Props = { problem: string | undefined; disabled?: boolean }

export function EmailField({
  problem,
  email = '',
  label = 'Email',
}: Props & { email?: string; label?: string }) {
  return (
    <TextInput
      name="email"
      type="email"
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      defaultValue={email}
      error={problem}
    />
  )
}

export function PasswordField(props: Props & { name: string; label: string; isNew?: boolean }) {
  return (
    <PasswordInput
      name={props.name}
      label={props.label}
      autoComplete={props.isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      error={props.problem}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${props.label.toLowerCase()}` }}
    />
  )
}

export function PhoneField({ number, problem }: Props & { number: string }) {
  return (
    <TextInput
      name="phoneNumber"
      type="tel"
      label="Phone number"
      description="Without a country code it is an Indian number (+91)."
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
      defaultValue={number}
      error={problem}
    />
  )
}

/** Not by `maxLength`, which cuts a pasted `341 537` before it can be put right. */
function keepDigits(input: HTMLInputElement): void {
  const code = plainCode(input.value).slice(0, codeRules.length)
  if (code !== input.value) input.value = code
}

export function CodeField({ problem }: Props) {
  return (
    <TextInput
      name="code"
      label="Code"
      placeholder="Enter 6-digit code"
      autoComplete="one-time-code"
      inputMode="numeric"
      onInput={({ currentTarget }) => keepDigits(currentTarget)}
      error={problem}
    />
  )
}
