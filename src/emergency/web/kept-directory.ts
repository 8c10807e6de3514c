import type { EmergencyPlace } from '#/emergency/contract.ts'

/** The last answer for a place, so that its numbers are there without a network. */
export type KeptDirectory = { place: string; userId: string | null; at: number; places: EmergencyPlace[] }

const key = 'pawfolk-emergency-directory'

/** Where somebody was is shown to nobody else who uses this browser. */
export function keptFor(place: string, userId: string | null): KeptDirectory | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDirectory | null
    return kept && kept.place === place && kept.userId === userId && Array.isArray(kept.places) ? kept : null
  } catch {
    return null
  }
}

export function keepDirectory(directory: KeptDirectory): void {
  try {
    localStorage.setItem(key, JSON.stringify(directory))
  } catch {
    // Without storage, the answer lasts as long as the page.
  }
}
