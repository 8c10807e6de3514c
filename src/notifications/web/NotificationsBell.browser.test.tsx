import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { lose } from '#/app/testing/browser/answers.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { haveChoices, haveNotifications, requestSent } from './notification.factory.ts'

const bell = page.getByRole('button', { name: /^Notifications/ })
const popover = page.getByRole('dialog', { name: 'Notifications', exact: true })
const panel = page.getByRole('dialog', { name: 'All notifications' })
const button = (name: string) => popover.getByRole('button', { name })

test('the bell shows a booking request, and opening its notification marks it as read', async () => {
  signIn('Asha Verma')
  haveNotifications([requestSent({ href: '/services' }), requestSent()])
  await openPage('/coming-soon')
  await expect.element(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  const rows = popover.getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Request sent')
  await expect.element(rows.first()).toHaveTextContent('Unread')
  expect(rows.elements()).toHaveLength(2)
  await expectAccessible()
  await rows.first().getByRole('link').click()
  await expect.poll(address).toBe('/services')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
})

test('the bell also counts notifications that arrived with the list', async () => {
  signIn('Asha Verma')
  haveNotifications([])
  await openPage('/coming-soon')
  await expect.element(bell).toHaveAccessibleName('Notifications')
  haveNotifications([requestSent()])
  await bell.click()
  await expect.element(popover.getByRole('listitem')).toBeVisible()
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  await button('Mark all read').click()
  await expect.element(bell).toHaveAccessibleName('Notifications')
})

test('notifications are all marked as read, then cleared', async () => {
  signIn('Ravi Kumar')
  haveNotifications([requestSent(), requestSent()])
  await openPage('/coming-soon')
  await bell.click()
  await button('Mark all read').click()
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await expect.element(popover.getByText('Unread').first()).not.toBeInTheDocument()
  await button('Clear All').click()
  await expect.element(popover.getByText('No notifications yet')).toBeVisible()
  await expectAccessible()
})

test('notifications come back with an error when clearing them fails', async () => {
  signIn('Zoya Ali')
  haveNotifications([requestSent()])
  lose(notificationsContract.clearAll)
  await openPage('/coming-soon')
  await bell.click()
  await expect.element(popover.getByRole('listitem')).toBeVisible()
  await button('Clear All').click()
  await expect.element(popover.getByRole('alert')).toHaveTextContent('nothing was changed')
  await expect.element(popover.getByRole('listitem')).toBeVisible()
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
})

test('the keyboard opens and closes the popover and the panel, and focus returns to the bell', async () => {
  signIn('Priya Menon')
  haveChoices()
  haveNotifications([requestSent()])
  await openPage('/coming-soon')
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  ;(bell.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(popover).toHaveFocus()
  await expect.element(bell).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  const all = button('View All Notifications')
  await expect.element(all).toBeVisible()
  ;(all.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('listitem')).toBeVisible()
  await expectAccessible()
  await panel.getByLabelText('Show').selectOptions('Flyers')
  await expect.element(panel.getByText('No notifications of this kind')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
})

test('notifications are marked as read and cleared in the panel, too', async () => {
  signIn('Kiran Joshi')
  haveNotifications([requestSent(), requestSent()])
  await openPage('/coming-soon')
  await bell.click()
  await button('View All Notifications').click()
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect.element(panel.getByText('Unread').first()).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Clear All' }).click()
  await expect.element(panel.getByText('No notifications yet')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.element(bell).toHaveAccessibleName('Notifications')
})

const reportTypes = [
  'pet_report',
  'new_comment_on_report',
  'new_message_on_report',
  'report_marked_seen',
  'flyer_generated',
  'report_deleted',
  'report_updated',
]

test('of 120 notifications the badge says 99+, the popover shows 10 and then 15, and the panel 20 a page', async () => {
  signIn('Tara Bose')
  haveChoices()
  haveNotifications(
    Array.from({ length: 120 }, (_, n) =>
      requestSent({
        type: reportTypes[n % 7]!,
        title: `News ${n}`,
        message: 'Bruno was seen by the lake.',
        createdAt: new Date(Date.UTC(2026, 10, 2, 6) - n * 60_000),
      }),
    ),
  )
  await openPage('/coming-soon')
  await expect.element(bell).toHaveAccessibleName('Notifications, more than 99 unread')
  await expect.element(bell).toHaveTextContent(/^99\+$/)
  await bell.click()
  const rows = popover.getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(10)
  await button('Refresh').click()
  await expect.poll(() => rows.elements().length).toBe(15)
  const icons = rows
    .elements()
    .slice(0, 7)
    .map((one) => one.querySelector('svg')?.innerHTML)
  expect(new Set(icons).size).toBe(7)
  await button('View All Notifications').click()
  const all = panel.getByRole('listitem')
  await expect.poll(() => all.elements().length).toBe(20)
  await panel.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => all.elements().length).toBe(40)
  await panel.getByLabelText('Show').selectOptions('Sightings')
  await expect.poll(() => all.elements().length).toBe(17)
  await expect.element(panel.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a user mutes a kind of notification in the panel and unmutes it under Edit profile', async () => {
  signIn('Neha Kapoor')
  haveNotifications([requestSent()])
  const chosen = haveChoices()
  await openPage('/coming-soon')
  await bell.click()
  await button('View All Notifications').click()
  await panel.getByLabelText('Show').selectOptions('Appointment requests')
  await panel.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.element(panel.getByText('Muted: you won’t see these in the bell.')).toBeVisible()
  await expectAccessible()
  await panel.getByRole('link', { name: 'Choose your notifications' }).click()
  await expect.poll(address).toBe('/edit-profile?section=notifications&group=appointments')
  await expect.element(panel).not.toBeInTheDocument()
  const inBell = page.getByRole('checkbox', { name: 'Appointment requests in the bell' })
  const byMail = page.getByRole('combobox', { name: 'Appointment requests by email' })
  await expect.element(inBell).not.toBeChecked()
  await expect.element(byMail).toHaveValue('on')
  await expectAccessible()
  await byMail.selectOptions('Once a day')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await inBell.click()
  await expect.element(inBell).toBeChecked()
  await expect.poll(() => chosen.inputs).toHaveLength(3)
  const type = 'appointment_requested'
  expect(chosen.inputs).toEqual([
    { type, channel: 'bell', isWanted: false },
    { type, channel: 'email', isWanted: true, pace: 'daily' },
    { type, channel: 'bell', isWanted: true },
  ])
})
