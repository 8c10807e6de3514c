import type { EmergencyPlace } from '#/emergency/contract.ts'
import type { Found } from './use-directory.ts'

/** The longest detour, in km, to a clinic that is always open instead of one that is open now. */
const detourKm = 15

type Known = Pick<Found, 'places' | 'keptSince'>

/**
 * Returns the clinic to call first. Prefers one that is always open, because "open now" may be over when they get there, or
 * since the list was kept.
 */
export function clinicToCall({ places = [], keptSince }: Known): EmergencyPlace | undefined {
  const clinics = places.filter(({ kind }) => kind === 'clinic')
  const always = clinics.find(({ isAroundTheClock }) => isAroundTheClock)
  const open = keptSince === null ? clinics.find(({ isOpen }) => isOpen) : undefined
  if (!always || !open) return always ?? open
  const detour = (always.distance ?? 0) - (open.distance ?? 0)
  return detour > detourKm ? open : always
}
