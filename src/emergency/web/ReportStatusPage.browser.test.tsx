import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { expectByKeyboard } from '#/app/testing/browser/keyboard.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { emergencyContract } from '#/emergency/contract.ts'
import type { InjuredMove, InjuredStatus } from '#/emergency/injured.ts'
import { makeFollowed, makeRescue } from './emergency.factory.ts'

const narrow = { width: 320, height: 640 }
const token = 'f'.repeat(43)
const shelter = { name: 'Second Chance Shelter', phone: '+91 00000 77005' }
const facts = {
  animal: 'cattle',
  place: 'Under the flyover at the old bus stand',
  city: 'Bengaluru',
  isPhoneConfirmed: true,
} as const
const at = new Date('2026-11-02T06:30:00Z')

const states = [
  { status: 'received', said: 'Nobody has accepted it yet' },
  { status: 'accepted', said: 'has accepted your report' },
  { status: 'on_the_way', said: 'is on the way' },
  { status: 'done', said: 'has taken care of the animal' },
] as const

for (const { status, said } of states)
  test(`at 320 px, a report’s page is used by keyboard alone when it is ${status}`, async () => {
    const isTaken = status !== 'received'
    answer(
      emergencyContract.followInjured,
      makeFollowed({ ...facts, status, sentTo: [shelter], rescuer: isTaken ? shelter : null, createdAt: at }),
    )
    await openPage(`/emergency/report/status#${token}`, narrow)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Your report$/)
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Call .*Second Chance Shelter/ })).toBeVisible()
    await expectAccessible()
    await expectByKeyboard()
  })

test('at 320 px, a rescuer’s page of a report is used by keyboard alone in each of its states', async () => {
  const report = makeRescue({
    ...facts,
    severity: 'critical',
    position: { lat: 12.9716, lon: 77.5946 },
    note: 'It can’t get up.',
    phone: '+919845012345',
    photo: '/portraits/bruno.svg',
    moves: ['accept'],
    createdAt: at,
  })
  const ways: Partial<Record<InjuredMove, { status: InjuredStatus; moves: InjuredMove[] }>> = {
    accept: { status: 'accepted', moves: ['set_out', 'finish'] },
    set_out: { status: 'on_the_way', moves: ['finish'] },
    finish: { status: 'done', moves: [] },
  }
  answer(emergencyContract.rescue, report)
  const { inputs } = answer(emergencyContract.moveRescue, ({ move }) => ({
    ...Object.assign(report, ways[move], { taken: 'by_you' as const }),
  }))
  await openPage(`/emergency/report/status#r.${token}`, narrow)
  await expect.element(page.getByText('Under the flyover at the old bus stand')).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'The animal' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /^Call .*The reporter/ }))
    .toHaveAttribute('href', 'tel:+919845012345')
  for (const [name, said] of [
    ['Accept', 'Nobody has accepted it yet'],
    ['On the way', 'You’ve accepted this report.'],
    ['Done', 'You’ve accepted this report.'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.element(button).toBeVisible()
    await expect.element(page.getByText(said)).toBeVisible()
    await expectAccessible()
    await expectByKeyboard()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).not.toBeInTheDocument()
  }
  await expect.element(page.getByText('This report is closed. Thank you.')).toBeVisible()
  await expectByKeyboard()
  expect(inputs.map(({ move }) => move)).toEqual(['accept', 'set_out', 'finish'])
})

test('a link to an unknown report says so', async () => {
  const gone = page.getByText('We couldn’t find this report.')
  refuse(emergencyContract.followInjured, 'request.not_found')
  await openPage(`/emergency/report/status#${'x'.repeat(43)}`, narrow)
  await expect.element(gone).toBeVisible()
  await expectAccessible()
  await expectByKeyboard()
  refuse(emergencyContract.rescue, 'request.not_found')
  await openPage(`/emergency/report/status#r.${'x'.repeat(43)}`)
  await expect.element(gone).toBeVisible()
})
