import type { IncomingMessage } from 'node:http'
import { Refused } from './refused.ts'

const bodyLimit = 8 * 1024

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size > bodyLimit) throw new Refused(413, 'TOO_LARGE')
      chunks.push(chunk)
    }
  } catch (error) {
    // Reading fails only if the client disconnects, which is no error of ours.
    throw error instanceof Refused ? error : new Refused(400, 'ABORTED')
  }
  if (size === 0) return {}
  // Another site's form can send any other type without a preflight request.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refused(415, 'NOT_JSON')
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refused(400, 'MALFORMED')
  }
}
