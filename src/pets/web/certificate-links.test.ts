import { expect, test } from 'vitest'
import type { PetCare, Vaccination } from '#/pets/contract.ts'
import { renewLinks } from './certificate-links.ts'

const certificate = { name: 'a.pdf', contentType: 'application/pdf', bytes: 1, url: '/files/private/a.pdf' }
const showing = (...vaccinations: Partial<Vaccination>[]) => ({
  state: { data: { vaccinations } as PetCare },
})

test('only a page with a link asks again, before the five minutes of it are over', () => {
  expect(renewLinks({ state: {} })).toBe(false)
  expect(renewLinks(showing())).toBe(false)
  expect(renewLinks(showing({ certificate: null }))).toBe(false)
  const every = renewLinks(showing({ certificate: null }, { certificate }))
  expect(every).toBeGreaterThan(60_000)
  expect(every).toBeLessThan(5 * 60_000)
})
