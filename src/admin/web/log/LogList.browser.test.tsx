import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AuditAction, saidOf } from '#/admin/acts.ts'
import { adminContract } from '#/admin/contract.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'

test('the log says what admins did in the shop, with the reason', async () => {
  signInAdmin('Nadia')
  const line = (action: AuditAction, kind: string, name: string, fields = {}) => ({
    id: newId(),
    happenedAt: new Date('2026-11-02T06:30:00Z'),
    admin: { id: newId(), name: 'Nadia' },
    user: null,
    action,
    said: saidOf(action),
    subject: { kind, id: newId(), name },
    reason: null,
    before: {},
    after: {},
    ...fields,
  })
  answer(adminContract.admins, { admins: [] })
  answer(adminContract.logActions, { actions: [] })
  answer(adminContract.log, {
    nextCursor: null,
    rows: [
      line('tax.rate_changed', 'tax_class', 'seed', { before: { rate: '5%' }, after: { rate: '12%' } }),
      line('autoship.ended', 'autoship', 'Millet & Lamb', { reason: 'Its maker has recalled it.' }),
      line('product.shown', 'product', 'Hemp Collar'),
    ],
  })
  await openPage('/admin-dashboard?view=log')
  const lines = page.getByRole('article')
  await expect
    .element(lines.filter({ hasText: 'changed the rate of the tax class: seed' }))
    .toHaveTextContent('rate: 5% → 12%')
  await expect
    .element(lines.filter({ hasText: 'cancelled the autoship: Millet & Lamb' }))
    .toHaveTextContent('Its maker has recalled it.')
  await expect.element(lines.filter({ hasText: 'showed the product again: Hemp Collar' })).toBeVisible()
})
