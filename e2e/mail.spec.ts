import AxeBuilder from '@axe-core/playwright'
import { htmlOfMail } from '#/kernel/server/mail-layout.ts'
import { expect, test } from './fixture.ts'

const link = 'https://pets.example.org/appointments?side=bookings&tab=upcoming'
const note = 'You can choose which of these emails you get: see Edit profile, Notifications.'
/** Has everything that the layout styles. */
const mail = {
  subject: 'Appointment confirmed',
  text: ['Dr. Meera Iyer expects you with Bruno.', '> He limps.\n> Since Sunday.', note, link].join('\n\n'),
  link,
  note,
  stopUrl: 'https://pets.example.org/emails/a/appointment_confirmed/b',
}

for (const [colorScheme, background] of [
  ['light', 'rgb(251, 248, 243)'],
  ['dark', 'rgb(20, 26, 24)'],
] as const)
  test(`a mail is legible and fits a phone in the ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.emulateMedia({ colorScheme })
    await page.setContent(htmlOfMail(mail, { product: 'Pawfolk', site: 'https://pets.example.org' }))
    await expect(page.locator('body')).toHaveCSS('background-color', background)
    const { violations, passes } = await new AxeBuilder({ page })
      .setLegacyMode()
      .withRules(['color-contrast'])
      .analyze()
    const found = violations.flatMap(({ nodes }) =>
      nodes.map(({ target, failureSummary }) => [target, failureSummary]),
    )
    expect(found).toEqual([])
    // Name, title, text, quote, button, address and small print.
    expect(passes[0]?.nodes.length).toBeGreaterThanOrEqual(7)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(tooWide).toBeLessThanOrEqual(0)
  })
