import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { readOutbox } from './outbox.ts'
import { createTexter } from './sms.ts'

const log = createLog('silent')
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server with just enough of Twilio's API for one message. */
async function twilio(status = 201, body: object = { sid: 'SM1', status: 'queued' }) {
  const received: { url: string; headers: IncomingHttpHeaders; form: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    received.push({ url: `${request.method} ${request.url}`, headers: request.headers, form })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const settings = {
  DATA_DIR: '/nowhere',
  production: true,
  TWILIO_ACCOUNT_SID: 'AC123',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: 'https://api.twilio.com',
}
const message = { to: '+919876543210', text: '123456 is your code.' }

test('a text message goes to Twilio with sender, number and text, signed with the account’s token', async () => {
  const { received, url } = await twilio()
  await createTexter({ ...settings, TWILIO_API_URL: url }, log)!(message)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    url: 'POST /2010-04-01/Accounts/AC123/Messages.json',
    form: { To: '+919876543210', From: '+15005550006', Body: '123456 is your code.' },
  })
  expect(received[0]!.headers.authorization).toBe(`Basic ${btoa('AC123:secret')}`)
  expect(received[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
})

test('a messaging service can replace the sender', async () => {
  const { received, url } = await twilio()
  await createTexter({ ...settings, TWILIO_API_URL: url, TWILIO_FROM: 'MG77' }, log)!(message)
  expect(received[0]!.form).toEqual({ To: message.to, MessagingServiceSid: 'MG77', Body: message.text })
})

test('a refusal is an error without the number and the text', async () => {
  const { url } = await twilio(400, { code: 21211, message: 'Invalid number +919876543210' })
  const sending = createTexter({ ...settings, TWILIO_API_URL: url }, log)!(message)
  await expect(sending).rejects.toThrow('Twilio answered 400, code 21211')
})

test('a redirect is not followed with the token', async () => {
  const elsewhere = await twilio()
  const server = createServer((_request, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(createTexter({ ...settings, TWILIO_API_URL: url }, log)!(message)).rejects.toThrow()
  expect(elsewhere.received).toEqual([])
})

test('without Twilio each text becomes a file in the outbox, and production has no texts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-sms-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const without = { ...settings, TWILIO_AUTH_TOKEN: undefined, DATA_DIR: dataDir }
  await createTexter({ ...without, production: false }, log)!(message)
  expect(await readOutbox(dataDir, 5)).toMatchObject([{ kind: 'sms', subject: null, ...message }])
  expect(createTexter(without, log)).toBeUndefined()
})
