import { codeRules, nameMaximum, plainCode } from '#/accounts/rules.ts'
import { PlainField } from '#/kernel/web/form/PlainField.tsx'
import { PlainPassword } from '#/kernel/web/form/PlainPassword.tsx'

type Props = { problem: string | undefined; disabled?: boolean }

export function EmailField({
  problem,
  email = '',
  label = 'Email',
}: Props & { email?: string; label?: string }) {
  return (
    <PlainField
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
    <PlainPassword
      name={props.name}
      label={props.label}
      autoComplete={props.isNew ? 'new-password' : 'current-password'}
      error={props.problem}
    />
  )
}

export function NameField({ problem, description }: Props & { description?: string }) {
  return (
    <PlainField
      name="name"
      label="Your name"
      description={description}
      autoComplete="name"
      maxLength={nameMaximum}
      error={problem}
    />
  )
}

export function PhoneField({ number, problem }: Props & { number: string }) {
  return (
    <PlainField
      name="phoneNumber"
      type="tel"
      label="Phone number"
      description="Without a country code, we assume an Indian number (+91)."
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
      defaultValue={number}
      error={problem}
    />
  )
}

/** `maxLength` would cut a pasted `341 537` before its space is removed. */
function keepDigits(input: HTMLInputElement): void {
  const code = plainCode(input.value).slice(0, codeRules.length)
  if (code !== input.value) input.value = code
}

export function CodeField({ problem }: Props) {
  return (
    <PlainField
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
