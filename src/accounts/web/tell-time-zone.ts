import { randomKey } from '#/kernel/web/write.ts'
import { deviceZone } from '#/kernel/web/zone-names.ts'
import { accounts } from './accounts.ts'

const key = 'noticedTimeZone'

export async function tellTimeZone(sessionId: string, known: string | null | undefined): Promise<void> {
  const timeZone = deviceZone()
  const notice = `${sessionId} ${timeZone}`
  if (isKept(notice)) return
  if (timeZone !== known) await accounts.call.noticeTimeZone({ timeZone }, { context: { key: randomKey() } })
  localStorage.setItem(key, notice)
}

function isKept(notice: string): boolean {
  try {
    return localStorage.getItem(key) === notice
  } catch {
    // A browser without storage would report it on every page.
    return true
  }
}
