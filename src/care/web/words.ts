import type { Medicine, NoteRow } from '#/care/notes.ts'
import type { PictureMoment } from '#/care/rules.ts'

/** 'Dr. Meera Iyer, reg. no. KVC/2211', or 'Added by owner'. */
export function byText({ by }: Pick<NoteRow, 'by'>): string {
  if (by.side === 'owner') return 'Added by owner'
  return by.registrationNumber ? `${by.name}, reg. no. ${by.registrationNumber}` : by.name
}

export function countText(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}

/** '1 tablet, every 12 h, for 7 days, 2 refills' */
export function medicineText({ dose, howOften, days, refills }: Medicine): string {
  const parts = [dose, howOften, days && `for ${countText(days, 'day', 'days')}`]
  return [...parts, countText(refills, 'refill', 'refills')].filter(Boolean).join(', ')
}

export const momentText: Readonly<Record<PictureMoment, string>> = { before: 'Before', after: 'After' }
