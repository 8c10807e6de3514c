import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accountsText } from '#/accounts/text.ts'
import { adminText } from '#/admin/text.ts'
import { availabilityText, bookingText, waitText } from '#/booking/text.ts'
import { careText } from '#/care/text.ts'
import { requestText } from '#/kernel/text.ts'
import { messagingText } from '#/messaging/text.ts'
import { paymentsText } from '#/payments/text.ts'
import { petsText } from '#/pets/text.ts'
import { privacyText } from '#/privacy/text.ts'
import { shopText } from '#/shop/text.ts'
import { sittingText } from '#/sitting/text.ts'
import { supportText } from '#/support/text.ts'
import { verificationText } from '#/verification/text.ts'
import { veterinaryText } from '#/veterinary/text.ts'
import { describeAccess, listEndpoints } from './access.ts'

const endpoints = listEndpoints()

test('docs/access.md says what the contract says', async () => {
  const written = await readFile(new URL('../../docs/access.md', import.meta.url), 'utf8')
  expect(written).toBe(describeAccess())
})

test('every endpoint says who may call it, which rows it touches and what it does', () => {
  for (const { name, access, rows, summary, path, method } of endpoints) {
    expect(access, name).toMatch(/^(anyone|signed-in|admin|record:[a-z_]+)$/)
    expect(rows.length, name).toBeGreaterThan(3)
    expect(summary.length, name).toBeGreaterThan(3)
    expect(`${method} ${path}`, name).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/[a-z]/)
  }
})

test('no two endpoints share a method and path', () => {
  const seen = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(seen).size).toBe(seen.length)
})

test('every error code has a sentence', () => {
  const texts: Record<string, string> = {
    ...requestText,
    ...careText,
    ...accountsText,
    ...adminText,
    ...bookingText,
    ...availabilityText,
    ...waitText,
    ...petsText,
    ...veterinaryText,
    ...privacyText,
    ...verificationText,
    ...sittingText,
    ...shopText,
    ...supportText,
    ...messagingText,
    ...paymentsText,
  }
  for (const { name, errors } of endpoints) {
    for (const code of errors) expect(texts[code], `${name}: ${code}`).toBeTruthy()
  }
})
