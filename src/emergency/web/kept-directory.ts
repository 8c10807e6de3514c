import type { EmergencyPlace } from '#/emergency/contract.ts'

/** The last answer for a place, so that its numbers are there without a network. */
export type KeptDirectory = { place: string; userId: string | null; at: number; places: EmergencyPlace[] }

const key = 'pawfolk-emergency-directory'

/** Returns the kept list for this person alone: it would tell others who use the browser where they were. */
export function keptFor(place: string, userId: string | null): KeptDirectory | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDirectory | null
    return kept && kept.place === place && kept.userId === userId && Array.isArray(kept.places) ? kept : null
  } catch {
    return null
  }
}

/** `isUnknown`: we couldn't find out who looks, so that another person's list isn't replaced. */
export function keepDirectory(directory: KeptDirectory, { isUnknown }: { isUnknown: boolean }): void {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDirectory | null
    if (isUnknown && kept?.userId) return
    localStorage.setItem(key, JSON.stringify(directory))
  } catch {
    // Without storage, the answer lasts as long as the page.
  }
}
