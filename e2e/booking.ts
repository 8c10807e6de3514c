import type { Locator } from '@playwright/test'
import { expect, type Session } from './fixture.ts'

export type Day = { date: string; state: string }
export type Slot = { date: string; startTime: string; endTime: string }
export type Booked = Slot & { id: string; startsAt: string }

export async function read<Answer>({ request }: Session, path: string): Promise<Answer> {
  const answer = await request.get(`/api${path}`)
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return answer.json()
}

export async function daysOf(session: Session, vetId: string): Promise<Day[]> {
  return (await read<{ days: Day[] }>(session, `/booking/veterinary/providers/${vetId}/days`)).days
}

export async function slotsOf(session: Session, vetId: string, date: string): Promise<Slot[]> {
  return (await read<{ slots: Slot[] }>(session, `/booking/veterinary/providers/${vetId}/days/${date}/slots`))
    .slots
}

export async function book(
  owner: Session,
  vetId: string,
  { date, startTime, endTime }: Slot,
  reason?: string,
): Promise<Booked> {
  const data = { vetId, slot: { date, startTime, endTime }, reason }
  const answer = await owner.request.post('/api/veterinary/appointments', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Books the first free slot of the second available day, because the first day's slots may be passing. */
export async function bookSoon(owner: Session, vetId: string, reason?: string): Promise<Booked> {
  const [, day] = (await daysOf(owner, vetId)).filter(({ state }) => state === 'available')
  const [slot] = await slotsOf(owner, vetId, day!.date)
  return book(owner, vetId, slot!, reason)
}

/** Unfolds the optional fields, which are folded on a phone. */
export async function openExtras(dialog: Locator): Promise<void> {
  const reason = dialog.getByLabel('Reason for the visit')
  const fold = dialog.getByText('Pet, reason and contact')
  await expect(fold).toBeVisible()
  if (await reason.isHidden()) await fold.click()
  await expect(reason).toBeVisible()
}
