import { withRecord } from '#/kernel/linked-record.ts'

type Tab = 'requests' | 'upcoming' | 'past'

/** Returns the path to an appointment's or a meeting's card in one side's list. The tab is the one behind it. */
export const cardPathFor = (side: 'owner' | 'provider', tab: Tab, id: string): `/${string}` =>
  withRecord(`/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}&tab=${tab}`, id)
