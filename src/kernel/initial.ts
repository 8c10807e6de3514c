const titles = /^(?:(?:dr|mr|mrs|ms|miss|prof|shri|smt)\b\.?\s+)+/i

export function initialOf(name: string): string {
  const plain = name.trim().replace(titles, '')
  return ([...plain][0] ?? '').toUpperCase()
}
