/**
 * What was filled in but not sent, for as long as the tab lives: closing the dialog, adding a pet on the way or reloading
 * must not cost anyone their words. Kept per person, since a browser may be shared.
 */
export type DraftKey = { userId: string; providerId: string }

const nameOf = ({ userId, providerId }: DraftKey) => `pawfolk.booking-draft.${userId}.${providerId}`

export function readDraft<Draft extends object>(key: DraftKey): Partial<Draft> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    // No storage, or not ours: the form starts empty.
    return {}
  }
}

/** Keeps the draft, or forgets it when it is null. */
export function keepDraft(key: DraftKey, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft))
    else sessionStorage.removeItem(nameOf(key))
  } catch {
    // Without storage the form still works, it only forgets.
  }
}
