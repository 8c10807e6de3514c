/** Greets by the hour and the first name, skipping titles such as 'Dr.'. */
export function greeting(name: string | undefined, hour: number): string {
  const time = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  const firstName = name
    ?.trim()
    .replace(/^(?:(?:dr|prof|mrs?|ms|mx)\b\.?\s*)+/i, '')
    .split(/\s+/)[0]
  return firstName ? `Good ${time}, ${firstName}` : `Good ${time}`
}
