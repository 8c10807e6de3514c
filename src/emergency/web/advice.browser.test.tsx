import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { answerDirectory } from './emergency.factory.ts'

beforeEach(() => {
  answerDirectory()
})

test('first aid opens by keyboard, and names its sources', async () => {
  await openPage('/emergency/first-aid')
  const titles = page.getByRole('group').getByRole('heading', { level: 2 })
  await expect.element(titles.first()).toBeVisible()
  expect(titles.elements().map(({ textContent }) => textContent)).toEqual([
    'Bleeding',
    'Choking',
    'Heat stroke',
    'Seizure',
    'Snake bite',
    'Burns',
    'Road accident',
    'Bloat',
  ])
  const heat = page.elementLocator(document.querySelector('#heat-stroke')!)
  document.querySelector<HTMLElement>('#heat-stroke summary')!.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heat.getByText('Cool first, then travel.')).toBeVisible()
  await expect.element(heat.getByRole('link', { name: 'How to aid a dog with heatstroke' })).toBeVisible()
  await expectAccessible()
  await openPage('/emergency/first-aid#bloat')
  await expect.element(page.getByText('Call a clinic that can operate')).toBeVisible()
})

test('the summary of a poisoning is copied or sent by WhatsApp, and nothing of it reaches us', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openPage('/emergency/poison')
  await expect.element(page.getByText('Don’t make your pet vomit.')).toBeVisible()
  const sent = vi.spyOn(window, 'fetch')
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Animal' }), 'Dog')
  await page.getByLabelText('Weight in kg, about').fill('12')
  await page.getByLabelText('What did it eat, drink or touch?').fill('brodifacoum')
  await page.getByLabelText('When?').fill('20 minutes ago')
  const facts = page.getByRole('region', { name: 'Read this out' }).getByRole('definition')
  expect(facts.elements().map(({ textContent }) => textContent)).toEqual([
    'Dog',
    '12 kg',
    'brodifacoum',
    'not known',
    '20 minutes ago',
    'not known',
  ])
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByText('Copied.')).toBeVisible()
  expect(copied.mock.lastCall?.[0]).toMatch(
    /^My pet may have been poisoned\.\nAnimal: Dog\nWeight: 12 kg\n(?:.*\n)+Written at \d\d:\d\d$/,
  )
  const link = page.getByRole('link', { name: 'Send by WhatsApp' }).element() as HTMLAnchorElement
  expect(decodeURIComponent(link.href)).toContain('What it had: brodifacoum')
  // A call to anything but the directory would have no answer, and fail the test.
  expect(JSON.stringify(sent.mock.calls)).not.toContain('brodifacoum')
  await expectAccessible()
  vi.restoreAllMocks()
})
