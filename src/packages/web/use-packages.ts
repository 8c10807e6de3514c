import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type SessionType, sessionTypes } from '#/booking/sessions.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { usablePackages } from './packages.ts'

/** Loads the packages that can pay for a session; the one in the URL is chosen, otherwise the first. */
export function usePackages(trainerId: string) {
  const [params] = useSearchParams()
  const { data } = useQuery(usablePackages(trainerId))
  const [picked, setPicked] = useState(params.get('package'))
  const rows = data?.rows ?? []
  const chosen = picked === '' ? undefined : (rows.find(({ id }) => id === picked) ?? rows[0])
  return { rows, chosen, pick: setPicked }
}

export type Packages = ReturnType<typeof usePackages>

/** Lists the types of session that can be booked: the package's, if one is chosen. */
export const bookableTypes = (chosen: OwnedPackage | undefined): readonly SessionType[] =>
  chosen && chosen.sessionTypes.length > 0 ? chosen.sessionTypes : sessionTypes
