import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerInLongWords, longWord } from '#/app/testing/browser/long-words.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { phone } from '#/app/testing/browser/screen.ts'
import { answerShell } from '#/app/testing/browser/shell.ts'
import { signInVet } from '#/app/testing/browser/vet.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'

/** Lists elements beyond the edge of the screen, except in areas that scroll sideways on purpose. */
function beyondTheEdge(): string[] {
  const { clientWidth: width, scrollWidth } = document.documentElement
  const scrolls = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1)
        return !at.matches('[role=dialog], .mantine-Modal-content, .mantine-Drawer-content, html, body')
    return false
  }
  const found = [...document.querySelectorAll('main *, [role=dialog] *, header *')].filter((element) => {
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1 || !element.checkVisibility()) return false
    return (box.right > width + 1 || box.left < -1) && !scrolls(element)
  })
  return [
    ...(scrollWidth > width ? [`page ${scrollWidth}`] : []),
    ...found.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`),
  ]
}

/** Waits until nothing is loading. */
async function expectWithin(): Promise<void> {
  await expect.poll(() => queryClientHere()?.isFetching() ?? 0).toBe(0)
  expect(beyondTheEdge()).toEqual([])
}

/** Opens a page of somebody whose name, like all words that are answered, is too long for the screen. */
async function open(path: string, person: () => unknown): Promise<void> {
  answerInLongWords()
  answerShell()
  person()
  await openPage(path, phone)
}

const owner = () => signIn(longWord('Asha'))
const vet = () => signInVet(longWord('Leela'))
/** Words of the page, and of a row within it. */
const shown = (words: string) =>
  expect.element(page.getByRole('main').getByText(words, { exact: false }).first()).toBeVisible()

const id = newId()
for (const [path, words] of [
  ['/dashboard', 'titletitle'],
  ['/edit-profile?section=profile', 'Shown to the providers you book with.'],
  ['/edit-profile?section=security', 'devicedevice'],
  ['/edit-profile?section=notifications', 'When emails come'],
  ['/edit-profile?section=api', 'namename'],
  ['/edit-profile?section=data', 'Delete account'],
  ['/profile/pet-owner', 'namename'],
  [`/profile/add-pet?pet=${id}`, 'breedbreed'],
  ['/payments', 'cardBrandcardBrand'],
  ['/appointments?side=bookings&tab=upcoming', 'reasonreason'],
  ['/appointments?side=bookings&tab=past', 'titletitle'],
  [`/dashboard/pet-visit-notes?pet=${id}`, 'excerptexcerpt'],
  ['/help-support?ticket=all', 'subjectsubject'],
  [`/help-support?ticket=${id}`, 'texttext'],
  ['/services', 'Book a Pet Sitter'],
  ['/services/book-a-vet', 'locationlocation'],
] as const)
  test(`long unbroken words fit a phone’s screen on an owner’s ${path.replace(id, '…')}`, async () => {
    await open(path, owner)
    await shown(words)
    await expectWithin()
  })

for (const [path, words] of [
  ['/dashboard', 'reasonreason'],
  ['/profile/veterinary', 'missingmissing'],
  ['/edit-profile', 'Shown to the providers you book with.'],
  [`/dashboard/pet-visit-notes?pet=${id}`, 'excerptexcerpt'],
  ['/appointments?side=visits&tab=requests', 'reasonreason'],
  ['/appointments?side=visits&tab=past', 'titletitle'],
] as const)
  test(`long unbroken words fit a phone’s screen on a vet’s ${path.replace(id, '…')}`, async () => {
    await open(path, vet)
    await shown(words)
    await expectWithin()
  })

for (const [view, words] of [
  ['view=users', 'emailemail'],
  ['view=providers', 'displayNamedisplayName'],
  ['view=messages', 'titletitle'],
  ['view=reports', 'namename'],
  ['view=appointments', 'Find one by its receipt number.'],
  ['view=ratings', 'feedbackfeedback'],
  ['view=payouts', 'namename'],
  ['view=refunds', 'While a dispute is open'],
  ['view=log', 'namename'],
  [`user=${id}`, 'suspendedReasonsuspendedReason'],
] as const)
  test(`long unbroken words fit a phone’s screen on an admin’s ${view.replace(id, '…')}`, async () => {
    await open(`/admin-dashboard?${view}`, owner)
    await shown(words)
    await expectWithin()
  })

test('long unbroken words fit a phone’s screen in the booking dialog', async () => {
  await open('/services/book-a-vet', owner)
  await page
    .getByRole('article')
    .getByRole('link', { name: /^Book with/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('biobio', { exact: false }).first()).toBeInTheDocument()
  await expectWithin()
})

test('long unbroken words fit a phone’s screen in the profile menu and the bell', async () => {
  await open('/about', vet)
  await page.getByRole('button', { name: 'Your profile' }).click()
  await expect.element(page.getByRole('button', { name: 'Logout' }).last()).toBeVisible()
  await expectWithin()
  await page.getByRole('button', { name: 'Your profile' }).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications', exact: true })
  await expect.element(bell.getByRole('listitem').first()).toBeVisible()
  await expectWithin()
})

test('long unbroken words fit a phone’s screen in a visit and its messages', async () => {
  await open('/appointments?side=visits&tab=upcoming', vet)
  const visit = page.getByRole('article').first()
  await expect.element(visit.getByRole('link', { name: /@/ })).toBeVisible()
  await expectWithin()
  await visit.getByRole('link', { name: /^Message/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox').fill(longWord('hello'))
  await expect.element(drawer.getByText('texttext', { exact: false }).first()).toBeVisible()
  await expectWithin()
})
