import { expect, type Page } from '@playwright/test'

/** Chooses the bank's answer on the sandbox's page and submits it. */
export async function atSandbox(page: Page, answer: string | null, button: RegExp): Promise<void> {
  await expect(page.getByText('no real money moves')).toBeVisible()
  if (answer) await page.getByLabel(answer, { exact: false }).first().check()
  await page.getByRole('button', { name: button }).click()
}
