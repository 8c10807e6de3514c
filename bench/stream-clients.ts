/** Holds open streams for `streams.ts`, so that the server's process is alone with its own memory and CPU. */
import { get, type IncomingMessage } from 'node:http'

export type Opening = { url: string; cookies: string[] }
/** Sent when all streams are open, when each has heard an event of everybody, and on an event of one person. */
export type Heard = { at: number; failed: number }

const atOnce = 100
const tell = (failed = 0) =>
  process.send!({ at: performance.timeOrigin + performance.now(), failed } satisfies Heard)

let open = 0
let heard = 0

function listen(answer: IncomingMessage): void {
  open++
  answer.setEncoding('utf8')
  answer.on('error', () => undefined)
  answer.on('data', (text: string) => {
    if (text.includes('data: messaging')) tell()
    if (!text.includes('data: notifications')) return
    heard++
    if (heard < open) return
    heard = 0
    tell()
  })
}

process.once('message', async ({ url, cookies }: Opening) => {
  let failed = 0
  const openOne = (cookie: string) =>
    new Promise<void>((resolve) => {
      const asked = get(`${url}/live/stream`, { agent: false, headers: { cookie } }, (answer) => {
        if (answer.statusCode === 200) listen(answer)
        else failed++
        resolve()
      })
      asked.on('error', () => {
        failed++
        resolve()
      })
    })
  for (let first = 0; first < cookies.length; first += atOnce)
    await Promise.all(cookies.slice(first, first + atOnce).map(openOne))
  tell(failed)
})
