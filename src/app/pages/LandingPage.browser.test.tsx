import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { desktop, phone } from '#/app/testing/browser/screen.ts'

const cards = [
  'Pet Sitting',
  'Pet Styling',
  'Pet Training',
  'Dog Walking',
  'Veterinary Care',
  'Pet Merchandise',
  'Pawfect Match Soon',
  'Become A Pet Parent Soon',
  'Pet Pharmacy',
  'Pet Insurance Soon',
  'Emergency',
]
const onPhone = cards.map((name) => name.replace('Become A Pet Parent', 'Future Parent'))

for (const [name, size, expected] of [
  ['a desktop', desktop, cards],
  ['a phone', phone, onPhone],
] as const)
  test(`the landing page shows every section, its cards and two ways to begin on ${name}`, async () => {
    await openPage('/', size)
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent(/^Put your pet at the heart of everything$/)
    await expect
      .element(page.getByRole('link', { name: 'Start Your Journey' }))
      .toHaveAttribute('href', '/signup')
    for (const title of ['What We Offer', 'Special Features', 'Emergency Services', 'Lost & Found'])
      await expect.element(page.getByRole('region', { name: title })).toBeVisible()
    const shown = [...document.querySelectorAll<HTMLElement>('article h3')].map(({ innerText }) =>
      innerText.replace(/\s+/g, ' ').trim(),
    )
    expect(shown).toEqual(expected)
    await expect
      .element(page.getByRole('region', { name: 'Lost & Found' }))
      .toHaveTextContent('you need an account, and for a lost pet a photo')
    await page.getByRole('link', { name: 'Learn More' }).click()
    await expect.element(page.getByRole('heading', { name: 'What We Offer' })).toBeInViewport()
  })

test('a card leads directly to the services page on a desktop', async () => {
  await openPage('/')
  await page.getByRole('link', { name: 'Explore Dog Walking' }).click()
  await expect.poll(address).toBe('/services')
})

test('a card leads to the services page through its details on a phone', async () => {
  await openPage('/', phone)
  const card = page.getByRole('button', { name: 'Dog Walking' })
  await card.click()
  const dialog = page.getByRole('dialog', { name: 'Dog Walking' })
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card).toHaveFocus()
  await card.click()
  await dialog.getByRole('link', { name: 'Explore Service' }).click()
  await expect.poll(address).toBe('/login')
})

test('the closing banner invites visitors to sign up and users to take part', async () => {
  await openPage('/')
  const signUp = page.getByRole('link', { name: 'Sign Up Now' })
  await expect.element(signUp).toHaveAttribute('href', '/signup')
  signIn('Asha Verma')
  await openPage('/')
  await expect
    .element(page.getByRole('link', { name: 'Browse Communities' }))
    .toHaveAttribute('href', '/community')
  await expect
    .element(page.getByRole('link', { name: 'Create Post' }))
    .toHaveAttribute('href', '/community/post/new')
  await expect.element(signUp).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Start Your Journey' }))
    .toHaveAttribute('href', '/services')
})
