import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  null,
  '',
  'dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  '/profile/add-pet?from=/profile/add-pet',
])('from %j the way leads to the dashboard', (from) => {
  expect(returnPath(from, 'p1')).toBe('/dashboard')
})

test('a booking form gets the new pet picked, and keeps the rest of its address', () => {
  expect(returnPath('/services/book-a-vet?vet=v1&pet=old', 'p1')).toBe('/services/book-a-vet?vet=v1&pet=p1')
})

test('other pages, and a form that was left, stay as they were', () => {
  expect(returnPath('/appointments?tab=past', 'p1')).toBe('/appointments?tab=past')
  expect(returnPath('/services/book-a-vet?vet=v1')).toBe('/services/book-a-vet?vet=v1')
})
