import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createMailer, inBackground } from './mail.ts'
import { readOutbox } from './outbox.ts'

const log = createLog('silent')
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mail server that speaks just enough SMTP. It defers the first `refusals` mails with a 451. */
async function mailServer(refusals = 0, { at = 'MAIL', saying = '451 later' } = {}) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let data: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (chunk) => {
      if (data !== undefined) {
        data += chunk
        if (!data.endsWith('\r\n.\r\n')) return
        received.push(data)
        data = undefined
        return void socket.write('250 kept\r\n')
      }
      const line = String(chunk)
      if (line.startsWith('DATA')) {
        data = ''
        socket.write('354 go on\r\n')
      } else if (line.startsWith(at) && refusals-- > 0) socket.write(`${saying}\r\n`)
      else if (line.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, url }
}

const settings = {
  MAIL_FROM: 'Pawfolk <hello@pawfolk.example>',
  DATA_DIR: '/nowhere',
  production: false,
  PRODUCT_NAME: 'Pawfolk',
  PORT: 3000,
  PUBLIC_URL: 'https://pets.example.org',
}
const mail = { to: 'asha@example.org', subject: 'Bruno’s visit', text: 'Tomorrow at 09:30.' }

test('a mail reaches the mail server with its sender, subject and text', async () => {
  const { received, url } = await mailServer()
  await createMailer({ ...settings, SMTP_URL: url }, log)!(mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('From: Pawfolk <hello@pawfolk.example>')
  expect(received[0]).toContain('To: asha@example.org')
  expect(received[0]).toContain('Tomorrow at 09:30.')
})

test('a mail has text and HTML, and only kinds that can be stopped say how', async () => {
  const { received, url } = await mailServer()
  const send = createMailer({ ...settings, SMTP_URL: url }, log)!
  const stopUrl =
    'https://pets.example.org/emails/11111111-2222-4333-8444-555555555555/appointment_reminder/abcdefghijklmnop'
  await send({ ...mail, stopUrl })
  await send(mail)
  const [stoppable = '', other] = received.map((each) => each.replaceAll(/\r\n[ \t]+/g, ' '))
  expect(stoppable).toContain('Content-Type: multipart/alternative')
  expect(stoppable).toMatch(/text\/plain[\s\S]+text\/html/)
  expect(stoppable).toMatch(new RegExp(`^List-Unsubscribe: <${stopUrl}>\r$`, 'm'))
  expect(stoppable).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(other).not.toContain('List-Unsubscribe')
})

test('typed text can’t add a header or a recipient', async () => {
  const { received, url } = await mailServer()
  await createMailer({ ...settings, SMTP_URL: url }, log)!({
    ...mail,
    subject: 'Hello\r\nBcc: all@example.org',
  })
  expect(received[0]).not.toMatch(/^Bcc:/m)
})

test('a reply goes to the mail’s reply address, and an urgent mail is marked', async () => {
  const { received, url } = await mailServer()
  const send = createMailer({ ...settings, SMTP_URL: url }, log)!
  await send({ ...mail, replyTo: 'ravi@example.org', isUrgent: true })
  await send(mail)
  await send({ ...mail, replyTo: 'ravi@example.org, all@example.org\r\nBcc: all@example.org' })
  expect(received[0]).toMatch(/^Reply-To: ravi@example\.org\r$/m)
  expect(received[0]).toMatch(/^Importance: High\r$/m)
  expect(received[1]).not.toMatch(/^(Reply-To|Importance):/m)
  expect(received[2]).not.toMatch(/^Bcc:/m)
})

test('without a mail server each mail becomes a file in the outbox', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-mail-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  await createMailer({ ...settings, SMTP_URL: undefined, DATA_DIR: dataDir }, log)!(mail)
  expect(await readOutbox(dataDir, 5)).toEqual([
    {
      kind: 'mail',
      ...mail,
      id: expect.any(String),
      sentAt: expect.any(Date),
      html: expect.stringContaining('<p>Tomorrow at 09:30.</p>'),
    },
  ])
})

test('in production without a mail server there is no mail, which is logged once', () => {
  const warn = vi.spyOn(log, 'warn')
  closing.push(() => warn.mockRestore())
  expect(createMailer({ ...settings, SMTP_URL: undefined, production: true }, log)).toBeUndefined()
  expect(warn.mock.calls).toEqual([[expect.stringContaining('SMTP_URL')]])
})

test('nothing is sent to a reserved address', async () => {
  const { received, url } = await mailServer()
  const send = createMailer({ ...settings, SMTP_URL: url }, log)!
  await send({ ...mail, to: 'someone@no-email.invalid' })
  await send(mail)
  expect(received).toHaveLength(1)
})

test('a failed mail is logged by codes alone, because the server’s words repeat the address', async () => {
  const { url } = await mailServer(9, { at: 'RCPT', saying: '550 asha@example.org is unknown here' })
  const sending = createMailer({ ...settings, SMTP_URL: url }, log)!(mail)
  await expect(sending).rejects.toThrow('mail not sent: EENVELOPE 550')
  const error = await sending.catch((cause) => cause)
  expect(error).toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  expect(inspect(error)).not.toContain('asha')
})

test('a deferred mail is retried, and nobody waits for it', async () => {
  const { received, url } = await mailServer(1)
  inBackground(createMailer({ ...settings, SMTP_URL: url }, log)!, log, [0])(mail)
  expect(received).toHaveLength(0)
  await vi.waitFor(() => expect(received).toHaveLength(1))
})

test('a mail that keeps failing is given up on, and the log doesn’t say whose it was', async () => {
  const { url } = await mailServer(99)
  const send = createMailer({ ...settings, SMTP_URL: url }, log)!
  const attempts: unknown[] = []
  const error = vi.spyOn(log, 'error')
  closing.push(() => error.mockRestore())
  inBackground(
    (each) => {
      attempts.push(each)
      return send(each)
    },
    log,
    [0, 0],
  )(mail)
  await vi.waitFor(() => expect(error).toHaveBeenCalled())
  expect(attempts).toHaveLength(3)
  expect(JSON.stringify(error.mock.calls)).not.toContain('asha')
})
