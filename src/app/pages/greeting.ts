import { withoutTitle } from '#/kernel/initial.ts'

/** Greets by the hour and the first name, skipping titles such as 'Dr.'. */
export function greeting(name: string | undefined, hour: number): string {
  const time = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  const firstName = withoutTitle(name ?? '').split(/\s+/)[0]
  return firstName ? `Good ${time}, ${firstName}` : `Good ${time}`
}
