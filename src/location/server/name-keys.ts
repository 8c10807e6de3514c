import { fold } from '#/kernel/fold.ts'

/** Treats 'Indira Nagar' and 'Indiranagar' as one. */
export const nameKey = (name: string) => fold(name).replaceAll(' ', '')

/**
 * Reduces a name to what spellings of Indian names share: Velachery and Velacheri, Thiruvanmiyur and Tiruvanmiyur,
 * Malleshwaram and Malleswaram are one.
 */
export function soundKey(name: string): string {
  return nameKey(name)
    .replace(/([bcdgjkpst])h/g, '$1')
    .replace(/ee|y/g, 'i')
    .replace(/oo/g, 'u')
    .replaceAll('w', 'v')
    .replaceAll('z', 'j')
    .replace(/(.)\1+/g, '$1')
}

const side = /\s+(?:east|west|north|south)$/i
const qualifier =
  /\s+(?:east|west|north|south|ext(?:ensio)?n|colony|bazaa?r|market|park|(?:high |main )?road|university|iit|(?:railway|rly\.?) station|industrial (?:estate|area))$/i

/** Returns 'Andheri' for 'Andheri West'; null if no side is named. */
export const withoutSide = (name: string) => without(side, name)

/** Returns 'Andheri' for 'Andheri Railway Station': the office's name says more than the area's. */
export const withoutQualifier = (name: string) => without(qualifier, name)

function without(ending: RegExp, name: string): string | null {
  const head = name.replace(ending, '')
  return head !== name && head.length > 2 ? head : null
}
