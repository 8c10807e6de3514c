import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { phone } from '#/app/testing/browser/screen.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { services } from './services.ts'

const bar = page.getByRole('banner')

test('the services menu works by keyboard and asks visitors to log in', async () => {
  await openPage('/services')
  const button = bar.getByRole('button', { name: 'Services' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  const items = bar.getByRole('listitem').getByRole('link')
  await expect.element(items.first()).toHaveFocus()
  expect(items.elements().map((item) => item.querySelector('strong')!.textContent)).toEqual([
    'Book a Pet Sitter',
    'Find a Veterinarian',
    'Find a Trainer',
    'Find a Stylist',
    'Pharmacy',
    'Merchandise & Pet Food',
    'Insurance',
    'Emergency Services',
    'PawfectMatch',
    'Become a Pet Parent',
  ])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(items.nth(1)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(items.last()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(items.first()).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await items.filter({ hasText: 'Emergency Services' }).click()
  await expect.poll(address).toBe('/login')
})

test('the phone menu lists the services, traps the focus and returns it', async () => {
  await openPage('/', phone)
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const { name } of services) {
    const isHere = /^(Find|Book) a |^(Emergency|Pharmacy|Merchandise)/.test(name)
    const link = menu.getByRole('link', { name: isHere ? name : `${name} Soon`, exact: true })
    await expect.element(link).toBeVisible()
  }
  await expectAccessible()
  for (let presses = 0; presses < 25; presses++) {
    await userEvent.tab()
    expect(document.activeElement?.closest('main, footer') ?? null).toBeNull()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await button.click()
  answer(appointmentsContract.counts, {
    providers: { veterinary: 1, training: 1, styling: 1, sitting: 1 },
    cities: 1,
    completed: 1,
  })
  await menu.getByRole('link', { name: 'About Us' }).click()
  await expect.poll(address).toBe('/about')
  await expect.element(menu).not.toBeInTheDocument()
})

test('the profile menu leads to settings, profiles, another role and logout, also by keyboard', async () => {
  signIn('Farah Sheikh', {
    role: 'pet_trainer',
    profiles: ['pet_owner', 'pet_trainer'],
    records: { pet_owner: newId(), pet_trainer: newId() },
  })
  await openPage('/services')
  const button = page.getByRole('button', { name: 'Your profile' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const item = (name: string) => bar.getByRole('link', { name, exact: true })
  await expect.element(item('Pet trainer profile')).toHaveAttribute('href', '/profile/pet-trainer')
  await expect.element(item('Pet owner profile')).toBeVisible()
  expect(item('Veterinary profile').elements()).toHaveLength(0)
  await expectAccessible()
  for (const target of [button, item('Edit profile'), item('Change role')])
    expect(target.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Edit profile')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(bar.getByRole('listitem').getByRole('button', { name: 'Logout' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Edit profile')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await button.click()
  await item('Edit profile').click()
  await expect.poll(address).toBe('/edit-profile')
  await expect.element(item('Edit profile')).not.toBeInTheDocument()
})

test('the skip link takes keyboard users past the top bar', async () => {
  await openPage('/services')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})
