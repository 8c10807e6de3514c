import type { Availability } from '#/booking/availability-contract.ts'
import { bufferLimit, noticeLimit } from '#/booking/hours.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { isZone } from '#/kernel/zone.ts'
import { useEdit } from './use-edit.ts'

export type SettingsDraft = { timeZone: string; notice: string; buffer: string }

export const useSettings = ({ settings }: Availability) =>
  useEdit({ draft: settingsDraft(settings), version: settings.version }, settingsProblems)

const settingsDraft = (settings: Availability['settings']): SettingsDraft => ({
  timeZone: settings.timeZone,
  notice: String(settings.minimumNoticeMinutes),
  buffer: String(settings.bufferMinutes),
})

export function settingsProblems({ timeZone, notice, buffer }: SettingsDraft): Problems<string> {
  return {
    ...problem('zone', !isProviderZone(timeZone) && 'Please choose a time zone from the list'),
    ...problem('notice', minutesProblem(notice, noticeLimit)),
    ...problem('buffer', minutesProblem(buffer, bufferLimit)),
  }
}

/** Converts the settings for the server and the preview. Invalid values stay as they were. */
export function settingsOf({ timeZone, notice, buffer }: SettingsDraft, saved: Availability['settings']) {
  return {
    timeZone: isProviderZone(timeZone) ? timeZone.trim() : saved.timeZone,
    minimumNoticeMinutes: minutesProblem(notice, noticeLimit) ? saved.minimumNoticeMinutes : Number(notice),
    bufferMinutes: minutesProblem(buffer, bufferLimit) ? saved.bufferMinutes : Number(buffer),
  }
}

function isProviderZone(zone: string): boolean {
  const name = zone.trim()
  return (name === 'UTC' || name.includes('/')) && isZone(name)
}

function minutesProblem(typed: string, most: number): string | false {
  if (!typed.trim()) return 'Required'
  return (!/^\d{1,5}$/.test(typed.trim()) || Number(typed) > most) && `0 to ${most} minutes`
}
