import { expect, test } from 'vitest'
import { notificationTypes } from './notification-types.ts'
import { badgeOf, isInAppPath } from './rules.ts'

test('the badge counts to 99 and then shows 99+', () => {
  expect([1, 99, 100].map(badgeOf)).toEqual(['1', '99', '99+'])
})

test('only a path of our own counts as a page of ours', () => {
  expect(['/', '/appointments', '/pet-report/1?openMessages=true'].every(isInAppPath)).toBe(true)
  const elsewhere = ['', 'appointments', '//host', '/\\host', 'https://host', 'javascript:alert(1)']
  expect(elsewhere.some(isInAppPath)).toBe(false)
})

test('the seven types about reports are known', () => {
  expect(notificationTypes).toEqual(
    expect.arrayContaining([
      'pet_report',
      'new_comment_on_report',
      'new_message_on_report',
      'report_marked_seen',
      'flyer_generated',
      'report_deleted',
      'report_updated',
    ]),
  )
})
