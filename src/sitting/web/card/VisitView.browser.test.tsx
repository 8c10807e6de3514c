import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { visitCardsSchema } from '#/sitting/card-contract.ts'
import { sittingContract } from '#/sitting/contract.ts'

const at = (time: string) => new Date(`2026-11-02T${time}:00+05:30`)
const stamp = (time: string) => ({ at: at(time), onPhone: null })

type Visit = z.input<typeof visitCardsSchema>
type Card = Visit['cards'][number]

const cardOf = (fields: Partial<Card> = {}): Card => ({
  day: '2026-11-02',
  started: stamp('09:57'),
  stopped: null,
  sentAt: null,
  closesAt: at('23:59'),
  content: { taps: [], photos: [], note: null, noteAt: null, route: [] },
  ...fields,
})

/** A walk from ten to eleven. */
function answerVisit(fields: Partial<Visit>) {
  const id = newId()
  answer(
    sittingContract.visitCards,
    made(visitCardsSchema, {
      appointmentId: id,
      service: 'dog-walking',
      title: 'Dog walk',
      with: 'Kavya Menon',
      pets: [{ id: newId(), name: 'Momo' }],
      phase: 'under_way',
      startsAt: at('10:00'),
      endsAt: at('11:00'),
      timeZone: 'Asia/Kolkata',
      ...fields,
    }),
  )
  return `/appointments?visit=${id}`
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('10:00') })
  signIn('Riya Kapoor')
})
afterEach(() => {
  vi.useRealTimers()
})

test('an owner sees taps as they arrive while the walk lasts, with the phone’s time, and the note once it is sent', async () => {
  const path = answerVisit({ side: 'owner', cards: [cardOf()] })
  await openPage(path)
  await expect
    .element(page.getByText('Kavya Menon has started. Taps and photos appear here as they arrive;'))
    .toBeVisible()
  const tap = { id: crypto.randomUUID(), kind: 'pee' as const, petId: null }
  answerVisit({
    side: 'owner',
    cards: [
      cardOf({
        content: {
          taps: [{ ...tap, at: at('10:05'), onPhone: at('09:59') }],
          photos: [],
          note: null,
          noteAt: null,
          route: [],
        },
      }),
    ],
  })
  await queryClientHere()!.invalidateQueries()
  await expect
    .element(page.getByRole('list', { name: 'What happened' }))
    .toHaveTextContent('Pee09:59 by the phone, arrived 10:05')
  await expectAccessible()
})

test('a sitter is told what the owner sees, and is warned before stopping a walk that has just begun', async () => {
  await openPage(answerVisit({ side: 'sitter', with: 'Riya Kapoor', phase: 'agreed', cards: [] }))
  await expect
    .element(page.getByText('We’ll tell Riya Kapoor that you’ve started. They see taps and photos'))
    .toBeVisible()

  await openPage(answerVisit({ side: 'sitter', with: 'Riya Kapoor', cards: [cardOf()] }))
  await page.getByRole('button', { name: 'Stop the walk' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Stop the walk?' }))
    .toHaveTextContent(
      'It’s booked until 11:00, and it began 3 min ago. Riya Kapoor can report that you left early. The booking is then completed.',
    )
  await expectAccessible()

  vi.setSystemTime(at('10:50'))
  await openPage(answerVisit({ side: 'sitter', with: 'Riya Kapoor', cards: [cardOf()] }))
  await page.getByRole('button', { name: 'Stop the walk' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Stop the walk?' }))
    .not.toHaveTextContent('left early')
})
