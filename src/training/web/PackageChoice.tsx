import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Offer } from '#/appointments/web/index.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { lastDayText, lengthText, usablePackages } from '#/packages/web/index.ts'
import { type SessionType, sessionTypes } from '#/training/rules.ts'

/** Loads the packages that can pay for a session; the one in the URL is chosen, otherwise the first. */
export function usePackages(trainerId: string) {
  const [params] = useSearchParams()
  const { data } = useQuery(usablePackages(trainerId))
  const [picked, setPicked] = useState(params.get('package'))
  const rows = data?.rows ?? []
  const chosen = picked === '' ? undefined : (rows.find(({ id }) => id === picked) ?? rows[0])
  return { rows, chosen, pick: setPicked }
}

type Packages = ReturnType<typeof usePackages>

/** Returns the offer for a session from a package. */
export const withPackage = (offer: Offer, { title, minutes }: OwnedPackage): Offer => ({
  ...offer,
  minutes,
  price: null,
  words: { ...offer.words, agreement: 'I agree to these terms.' },
  terms: () => [
    `The session is taken from your package “${title}”, so there’s nothing to pay.`,
    'If you cancel while a payment would be refunded in full, it goes back to the package. Later it counts as used.',
  ],
})

export const typesIn = (chosen: OwnedPackage | undefined): readonly SessionType[] =>
  chosen && chosen.sessionTypes.length > 0 ? chosen.sessionTypes : sessionTypes

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
        chosen && `The session lasts ${lengthText(chosen.minutes)}. There’s nothing to pay for it.`
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
