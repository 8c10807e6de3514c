/**
 * Walks through paying, saving, charging, refunding, disputes and webhooks at the gateway in the settings, with test keys:
 *   npm run gateway:check
 * It asks for a person where one is needed, and listens for webhooks at PORT.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '#/kernel/server/config.ts'
import { BadSignature, type Told } from '#/payments/server/gateway.ts'
import { checkGateway } from '#/payments/server/gateway-check.ts'
import { missingForCheck } from '#/payments/server/gateway-keys.ts'
import { questionsOf } from '#/payments/server/gateway-questions.ts'
import { createGateways } from '#/payments/server/gateways.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const config = readConfig()
const missing = missingForCheck(config)
if (missing.length > 0) {
  for (const line of missing) say(line)
  process.exitCode = 1
} else {
  const gateway = createGateways({
    config,
    ownUrl: () => '',
    now: () => new Date(),
    sandboxUrl: () => Promise.reject(new Error('The sandbox needs no check')),
  }).current
  const heard: (Told | BadSignature)[] = []
  const server = createServer(async (request, response) => {
    const path = `/webhooks/${gateway.name}`
    if (request.method !== 'POST' || request.url !== path) return void response.writeHead(404).end()
    try {
      heard.push(...(await gateway.readWebhook(await text(request), request.headers, new Date())))
      response.writeHead(200).end()
    } catch (error) {
      heard.push(error instanceof BadSignature ? error : new BadSignature(String(error)))
      response.writeHead(400).end()
    }
  })
  server.listen(config.PORT, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${config.PORT}/webhooks/${gateway.name}`
  say(`Lead test webhooks to ${address}, by a tunnel.`)
  if (gateway.name === 'stripe')
    say(`\`stripe listen --forward-to ${address}\` is one, and prints the secret for STRIPE_WEBHOOK_SECRET.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const failures = await checkGateway({
    gateway,
    person: {
      tell: say,
      does: async (request) =>
        !/^s/i.test(await terminal.question(`${request}\n         Enter when done, s to skip: `)),
    },
    questions: questionsOf(config),
    heard: async () => heard.splice(0),
    back: `http://127.0.0.1:${config.PORT}/`,
    payer: { name: 'Gateway check', email: 'gateway-check@example.org', phone: '+919812345678' },
    now: () => new Date(),
    wait: (ms) => wait(ms),
  })
  terminal.close()
  server.close()
  if (failures > 0) process.exitCode = 1
}
