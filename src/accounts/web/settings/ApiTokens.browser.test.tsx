import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountsContract } from '#/accounts/contract.ts'
import { apiTokenSchema } from '#/accounts/token-contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

test('a token needs a name and a permission, and is shown once until it’s stored', async () => {
  signIn('Meera Iyer')
  answer(accountsContract.tokens, { tokens: [] })
  await openPage('/edit-profile?section=api')
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await button('New token').click()
  await button('Create token').click()
  await expect.element(page.getByText('Please enter a name')).toBeVisible()
  await expect.element(page.getByText('Please choose at least one')).toBeVisible()
  await expectAccessible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Clinic software')
  await choose(page.getByRole('checkbox', { name: /^See your pets/ }))
  const token = `pf_${'a'.repeat(40)}`
  const asked = answer(accountsContract.makeToken, { id: newId(), token })
  const row = made(apiTokenSchema, { name: 'Clinic software', scopes: ['pets:read'] })
  answer(accountsContract.tokens, { tokens: [row] })
  await button('Create token').click()
  const shown = page.getByRole('textbox', { name: 'Your new token' })
  await expect.element(shown).toHaveValue(token)
  await expectAccessible()
  expect(asked.inputs).toMatchObject([{ name: 'Clinic software', scopes: ['pets:read'], days: 90 }])
  await button('I’ve stored it').click()
  await expect.element(shown).not.toBeInTheDocument()
  await expect.element(page.getByText('never used')).toBeVisible()

  const revoked = answer(accountsContract.revokeToken)
  answer(accountsContract.tokens, { tokens: [] })
  await button('Revoke Clinic software').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText('The token is revoked.')).toBeVisible()
  await expect.element(button('Revoke Clinic software')).not.toBeInTheDocument()
  expect(revoked.inputs).toEqual([{ id: row.id }])
})
