import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createSandbox } from './server.ts'

// Beside the app, as a process of its own: killed with `kill -9`, either goes on without the other. What starts it writes
// the key into its input, and ends it by ending that.
const [file] = process.argv.slice(2)
process.stdin.setEncoding('utf8')
const [key] = (await once(process.stdin, 'data')) as [string]
const sandbox = createSandbox({ file: file!, key: key.trim(), now: Date.now, work: true })
sandbox.server.listen(0, '127.0.0.1')
await once(sandbox.server, 'listening')
process.stdout.write(`${(sandbox.server.address() as AddressInfo).port}\n`)

const end = () => void sandbox.close().finally(() => process.exit(0))
process.stdin.on('end', end)
process.stdin.on('close', end)
// Ctrl-C goes to all of a group; the app is still to finish what it asked for.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', end)
