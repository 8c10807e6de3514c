import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { offered } from '#/accounts/server/offered.ts'
import { digestReader } from '#/app/testing/digest.ts'
import type { Json, Schema } from '#/app/testing/inputs.ts'
import { openWorld } from '#/app/testing/world.ts'
import { fewWrongValues, moreWrongValues, spoiledFields } from '#/app/testing/wrong-inputs.ts'

// With email verification, so that its endpoints exist.
const world = await openWorld({ EMAIL_VERIFICATION: 'on' })
const digest = await digestReader(world.db, world.dataDir)

const right: Record<string, Json> = {
  email: 'asha@example.org',
  password: 'a long walk at dawn',
  name: 'Asha',
  token: 'none',
}

async function send(path: string, method: string, input: Json) {
  const url = `${world.url}/api/auth${path}`
  const headers = { origin: world.url, 'content-type': 'application/json' }
  const response =
    method === 'GET'
      ? await fetch(`${url}?${new URLSearchParams(asText(input))}`, { headers, redirect: 'manual' })
      : await fetch(url, { method, headers, body: JSON.stringify(input) })
  const text = await response.text()
  const shown = `${method} ${path} ${JSON.stringify(input).slice(0, 200)} -> ${response.status} ${text.slice(0, 200)}`
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined
  return { status: response.status, location: response.headers.get('location'), code, shown }
}

function asText(input: Json): Record<string, string> {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return {}
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => name !== '__proto__')
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

const fits = (input: Json, method: string) =>
  method !== 'GET' || new URLSearchParams(asText(input)).toString().length < 8_000

describe('every invalid input to the login gets a typed refusal, and nothing is written', () => {
  for (const [path, { method, input: schema }] of Object.entries(offered)) {
    test(`${method} ${path}`, { timeout: 60_000 }, async () => {
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
      const whole = Object.fromEntries(
        Object.keys(shape.properties ?? {}).map((name) => [name, right[name]!]),
      )
      const wrong = [...fewWrongValues([]), ...moreWrongValues]
      const inputs = [...wrong, ...spoiledFields(shape, () => wrong, '', whole)].filter((input) =>
        fits(input, method),
      )
      const isWrong = (input: Json) => !schema.safeParse(method === 'GET' ? asText(input) : input).success
      const before = await digest()
      for (const input of inputs.filter(isWrong)) {
        const { status, location, code, shown } = await send(path, method, input)
        // People open a mail's link and return from a provider in a browser, so they get a page.
        if (location) expect(location, shown).toMatch(/^\/(verify-email\?|login\?by=\w+&)error=[A-Za-z_]+$/)
        else {
          // 413: more than any field may hold.
          expect([400, 413], shown).toContain(status)
          expect(code, shown).toMatch(/^[A-Z_]+$/)
        }
      }
      expect(await digest(), `${path} wrote something`).toBe(before)
      // Inputs that the schema accepts are executed or refused, and the server keeps running.
      await Promise.all(
        inputs
          .filter((input) => !isWrong(input))
          .map(async (input) => {
            const { status, location, code, shown } = await send(path, method, input)
            expect(status, shown).toBeLessThan(500)
            if (status >= 400) expect(code, shown).toMatch(/^[A-Z_]+$/)
            if (location) expect(location, shown).toMatch(/^\/(verify-email|role-selection|login)/)
          }),
      )
    })
  }
})
