import { NativeSelect } from '@mantine/core'

type Pairs = readonly (readonly [value: string, label: string])[]

type Props = {
  label?: string
  value: string
  /** Labels by value, in their order. Pairs, if values are whole numbers, which an object would sort. */
  options: Readonly<Record<string, string>> | Pairs
  onChange(value: string): void
}

const isPairs = (options: Props['options']): options is Pairs => Array.isArray(options)

export function FilterSelect({ label = 'Show', value, options, onChange }: Props) {
  const pairs = isPairs(options) ? options : Object.entries(options)
  return (
    <NativeSelect
      label={label}
      value={value}
      data={pairs.map(([option, words]) => ({ value: option, label: words }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
