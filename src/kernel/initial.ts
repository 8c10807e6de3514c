const titles = /^(?:(?:dr|mr|mrs|ms|miss|prof|shri|smt)\b\.?\s+)+/i

export function initialOf(name: string): string {
  const plain = name.trim().replace(titles, '')
  return ([...plain][0] ?? '').toUpperCase()
}

/** The letters that stand for a person without a photo where there is room for two: of the first and the last name. */
export function initialsOf(name: string): string {
  const names = name.trim().replace(titles, '').split(/\s+/)
  return [names[0]!, names.length > 1 ? names.at(-1)! : ''].map(initialOf).join('')
}
