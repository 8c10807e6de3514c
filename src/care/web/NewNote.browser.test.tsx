import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signInVet } from '#/app/testing/browser/vet.ts'
import { careContract, carePetSchema, visitSchema } from '#/care/contract.ts'
import { noteAddress } from './addresses.ts'
import { keepNotes, makeCarePet } from './note.factory.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

test('a new note begins with the owner’s reason, and what is written outlives a reload', async () => {
  const vet = signInVet()
  const pet = makeCarePet('Bruno')
  const [written, kept] = [newId(), newId()]
  keepNotes(pet, [], false)
  const visits = [written, kept].map((id) =>
    made(visitSchema, {
      id,
      trade: 'veterinary',
      startsAt: new Date('2026-11-02T11:00:00+05:30'),
      timeZone: 'Asia/Kolkata',
      reason: 'Itching ears',
    }),
  )
  answer(careContract.pet, made(carePetSchema, { pet, isOwn: false, visits }))
  await openPage(noteAddress.ofVisit(pet.id, written))
  const history = page.getByLabelText('History')
  await expect.element(history).toHaveValue('Itching ears')
  await history.fill('Itching ears since Friday')
  await expectAccessible()
  const nameOf = (id: string) => `pawfolk.kept-draft.note of ${id} about ${pet.id} by ${vet.id}`
  expect(JSON.parse(sessionStorage.getItem(nameOf(written)) ?? '{}')).toMatchObject({
    value: { history: 'Itching ears since Friday' },
  })

  // As a reload finds it: in the tab's storage, and not in the page's memory.
  await openPage('/about')
  sessionStorage.setItem(
    nameOf(kept),
    JSON.stringify({ value: { history: 'Scratches at night', heartRate: '90' } }),
  )
  await visit(noteAddress.ofVisit(pet.id, kept))
  await expect.element(history).toHaveValue('Scratches at night')
  await expect.element(page.getByLabelText('Heart rate, per minute')).toHaveValue('90')
})
