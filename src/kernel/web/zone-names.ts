import { ownZone } from './own-clock.ts'

/** Names that browsers still give in an older form. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

const presentName = (zone: string) => renamed[zone] ?? zone

export const deviceZone = () => presentName(ownZone())

export function zoneNames(first: readonly string[] = []): string[] {
  const all = Intl.supportedValuesOf('timeZone').map(presentName)
  return [...new Set([...first.map(presentName), ...all.sort(), 'UTC'])]
}
