import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `text` is the mail with its headers, without the breaks of its encoding. */
export type ReceivedMail = { to: string[]; text: string }

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
