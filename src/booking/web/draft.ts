import { keep, readKept } from '#/kernel/web/kept.ts'

/**
 * Keeps unsent input until the tab closes, so that closing the dialog, adding a pet on the way or reloading loses
 * nothing. Kept per person, because people share browsers.
 */
export type DraftKey = { userId: string; providerId: string }

const nameOf = ({ userId, providerId }: DraftKey) => `pawfolk.booking-draft.${userId}.${providerId}`

export const readDraft = <Draft extends object>(key: DraftKey): Partial<Draft> => readKept(nameOf(key))
export const keepDraft = (key: DraftKey, draft: object | null): void => keep(nameOf(key), draft)
