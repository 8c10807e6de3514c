import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'

test('the log shows who did what and is filtered by action and person', async () => {
  signInAdmin('Kabir')
  const kabir = { id: newId(), name: 'Kabir' }
  const line = {
    id: newId(),
    happenedAt: new Date('2026-11-02T06:30:00Z'),
    admin: kabir,
    user: null,
    action: 'user.sessions_ended' as const,
    said: 'ended all sessions',
    subject: { kind: 'user', id: newId(), name: 'Imran Khan' },
    reason: null,
    before: {},
    after: {},
  }
  answer(adminContract.admins, { admins: [{ ...kabir, email: 'kabir@example.org', role: 'admin' }] })
  answer(adminContract.logActions, { actions: [{ action: line.action, said: line.said }] })
  const asked = answer(adminContract.log, { rows: [line], nextCursor: null })
  await openPage('/admin-dashboard?view=log')
  const entry = page.getByRole('article').filter({ hasText: 'Kabir ended all sessions' })
  await expect.element(entry).toHaveTextContent('Imran Khan')
  await page.getByLabelText('What').selectOptions('Ended all sessions')
  await expect.poll(address).toMatch(/action=user\.sessions_ended/)
  await expect.element(entry).toHaveTextContent('Imran Khan')
  await expectAccessible()
  await page.getByLabelText('What').selectOptions('Everything')
  await page.getByLabelText('By').selectOptions('Kabir')
  await expect.poll(() => asked.inputs.at(-1)).toMatchObject({ adminId: kabir.id })
  expect(asked.inputs.map(({ action }) => action)).toContain('user.sessions_ended')
  await expect
    .element(entry.getByRole('link', { name: 'Imran Khan' }))
    .toHaveAttribute('href', expect.stringContaining(`user=${line.subject.id}`))
})
