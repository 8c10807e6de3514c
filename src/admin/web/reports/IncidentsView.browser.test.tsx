import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, holdBack, refuse } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskIncidentSchema } from '#/care/desk.ts'

const cards = page.getByRole('article')

/** The latest first. */
const incidents = Array.from({ length: 21 }, (_, at) =>
  made(deskIncidentSchema, {
    pet: 'Bruno',
    owner: { id: newId(), name: 'Asha Verma' },
    provider: { id: newId(), name: 'Farah Khan' },
    kind: 'bite',
    severity: 'serious',
    happened: `Bite ${21 - at}\n${'W'.repeat(60)}`,
  }),
)

const answerIncidents = () =>
  answer(adminContract.incidents, ({ cursor }) =>
    cursor
      ? { rows: incidents.slice(20), nextCursor: null }
      : { rows: incidents.slice(0, 20), nextCursor: 'next' },
  )

test('a list of incidents is paged, says when it fails, and notices a faster admin', async () => {
  signInAdmin()
  fail(adminContract.incidents)
  await openPage('/admin-dashboard?view=incidents&q=Farah')
  await expect.element(page.getByText('Something went wrong. Please try again.').first()).toBeVisible()
  await expectAccessible()
  const { inputs } = answerIncidents()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => cards.elements().length).toBe(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => cards.elements().length).toBe(21)
  await expect.element(cards.last()).toHaveFocus()
  await expect.element(cards.last()).toHaveTextContent('Bite 1')
  expect(inputs.at(-1)).toMatchObject({ search: 'Farah', cursor: 'next' })

  await page.getByRole('button', { name: 'Remove incident' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Noted twice')
  refuse(adminContract.removeIncident, 'care.already_removed')
  // Read again, the list would lose the incident, and its dialog with it, before the answer comes.
  holdBack(adminContract.incidents, { rows: [], nextCursor: null })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Someone else has already removed this incident.')).toBeVisible()
})
