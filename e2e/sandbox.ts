import { expect, type Page } from '@playwright/test'
import { read } from './booking.ts'
import type { Session } from './fixture.ts'

/** Chooses the bank's answer on the sandbox's page and submits it. */
export async function atSandbox(page: Page, answer: string | null, button: RegExp): Promise<void> {
  await expect(page.getByText('no real money moves')).toBeVisible()
  if (answer) await page.getByLabel(answer, { exact: false }).first().check()
  await page.getByRole('button', { name: button }).click()
}

type Method = { id: string; upiId: string | null }

/** Posts to the API, and then to the sandbox's page that it answers with, as the payer's form would. */
async function goThrough({ request }: Session, path: string, data: object, form: Record<string, string>) {
  const asked = await request.post(`/api${path}`, { data })
  expect(asked.ok(), await asked.text()).toBe(true)
  const { goTo } = (await asked.json()) as { goTo: string }
  // A redirect leads to the sandbox.
  const page = await request.get(goTo)
  const answer = await request.post(page.url(), { form })
  expect(answer.ok(), `${page.url()}: ${answer.status()}`).toBe(true)
}

/** Saves a UPI ID of the logged-in person without a browser, and returns its id. */
export async function saveUpi(session: Session, upiId = 'asha.verma@okbank'): Promise<string> {
  await goThrough(session, '/payments/methods', { methodType: 'upi', upiId }, { by: 'upi', upi: upiId })
  const methods = async () => (await read<{ methods: Method[] }>(session, '/payments/methods')).methods
  await expect.poll(async () => (await methods()).length).toBe(1)
  return (await methods())[0]!.id
}

/** Pays without a browser. The bank says yes. */
export async function payByApi(session: Session, paymentId: string): Promise<void> {
  const form = { by: 'upi', upi: 'asha.verma@okbank', outcome: 'succeed' }
  await goThrough(session, `/payments/${paymentId}/attempts`, {}, form)
}
