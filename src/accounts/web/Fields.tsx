import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/UnstyledButton.css'
import { PasswordInput, TextInput } from '@mantine/core'

type Props = { problem: string | undefined; disabled?: boolean }

export function EmailField({ problem }: Props) {
  return (
    <TextInput
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
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
