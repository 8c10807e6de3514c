import { randomUuid } from '#/kernel/web/random-uuid.ts'

let name: string | undefined

/** Returns this browser tab's name, which it keeps when it is reloaded. */
export function ownTab(): string {
  if (name) return name
  const key = 'pawfolk-pharmacy-tab'
  try {
    name = sessionStorage.getItem(key) ?? randomUuid()
    sessionStorage.setItem(key, name)
  } catch {
    name ??= randomUuid()
  }
  return name
}
