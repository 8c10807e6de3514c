const titles = /^(?:(?:dr|mr|mrs|ms|miss|prof|shri|smt)\b\.?\s+)+/i

/** The letter that stands for a person without a photo: of their name, not of their title. */
export function initialOf(name: string): string {
  const plain = name.trim().replace(titles, '')
  return ([...plain][0] ?? '').toUpperCase()
}
