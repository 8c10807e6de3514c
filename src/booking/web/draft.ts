/**
 * Keeps unsent input until the tab closes, so that closing the dialog, adding a pet on the way or reloading loses
 * nothing. Kept per person, because people share browsers.
 */
export type DraftKey = { userId: string; providerId: string }

const nameOf = ({ userId, providerId }: DraftKey) => `pawfolk.booking-draft.${userId}.${providerId}`

export function readDraft<Draft extends object>(key: DraftKey): Partial<Draft> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    // Without storage, or with somebody else's data in it, the form starts empty.
    return {}
  }
}

export function keepDraft(key: DraftKey, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft))
    else sessionStorage.removeItem(nameOf(key))
  } catch {
    // Without storage the form still works.
  }
}
