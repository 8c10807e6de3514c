import { NativeSelect } from '@mantine/core'
import { sessionBackHours } from '#/packages/limits.ts'
import type { Packages } from './use-packages.ts'
import { lastDayText, lengthText } from './words.ts'

/** Chooses between the packages and paying for the session alone. Renders nothing without a package. */
export function PackageChoice({ packages: { rows, chosen, pick } }: { packages: Packages }) {
  if (rows.length === 0) return null
  return (
    <NativeSelect
      label="Book with"
      maw="28rem"
      mt="md"
      value={chosen?.id ?? ''}
      description={
        chosen &&
        `The session lasts ${lengthText(chosen.minutes)}. There’s nothing to pay for it. If you cancel at least ${sessionBackHours} hours before the start, it goes back to the package.`
      }
      data={[
        ...rows.map((row) => ({
          value: row.id,
          label: `${row.title}: ${row.balance} left, until ${lastDayText(row)}`,
        })),
        { value: '', label: 'No package, pay for this session' },
      ]}
      onChange={(event) => pick(event.currentTarget.value)}
    />
  )
}
