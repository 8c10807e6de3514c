const titles = /^(?:(?:dr|mr|mrs|ms|mx|miss|prof|shri|smt)\b(?:\.\s*|\s+|$))+/i

/** Returns a name without 'Dr.' and other titles; an empty text if there is nothing else. */
export const withoutTitle = (name: string): string => name.trim().replace(titles, '')

export function initialOf(name: string): string {
  const plain = withoutTitle(name) || name.trim()
  return ([...plain][0] ?? '').toUpperCase()
}

/** Returns two letters for a person without a photo, of the first and the last name, for places with room for two. */
export function initialsOf(name: string): string {
  const names = (withoutTitle(name) || name.trim()).split(/\s+/)
  return [names[0]!, names.length > 1 ? names.at(-1)! : ''].map(initialOf).join('')
}

/** Returns the first of a person's names, for pages that everyone reads. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
