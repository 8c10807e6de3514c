import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createSandbox } from './server.ts'

// A process of its own, so that either survives a `kill -9` of the other. Its parent writes the key to stdin, and closes
// stdin to stop it.
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
// Ctrl-C reaches the whole process group, but the app still needs the sandbox while it shuts down.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', end)
