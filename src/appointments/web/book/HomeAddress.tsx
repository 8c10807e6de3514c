import { Textarea } from '@mantine/core'
import { limits } from '#/kernel/fields.ts'

type Props = {
  /** The provider's name. */
  name: string
  value: string
  isMissing: boolean
  onChange(address: string): void
}

/** Asks where the provider should come. */
export function HomeAddress({ name, value, isMissing, onChange }: Props) {
  return (
    <Textarea
      label="Your address"
      description={`Only ${name} sees it.`}
      withAsterisk
      rows={2}
      maw="28rem"
      mt="md"
      maxLength={limits.short}
      autoComplete="street-address"
      value={value}
      error={isMissing && 'Required'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
