import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `text` is the mail as it came, with its headers, but for the lines and signs that its encoding broke. */
export type ReceivedMail = { to: string[]; text: string }

/** A mail server as an operator has one, on this machine. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((body) => {
        const readable = body.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: readable })
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    received,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
