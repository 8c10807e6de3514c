import { randomUUID } from 'node:crypto'
import { DAY, MINUTE } from '#/kernel/duration.ts'
import type { MethodType } from '#/payments/rules.ts'
import { type AttemptSeen, BadSignature, type Gateway, GatewayAway, type Told } from './gateway.ts'

/** The person at the terminal, who pays on the gateway's pages. */
export type Person = {
  tell(line: string): void
  /** Returns once they have done it, or false if they skip it. */
  does(request: string): Promise<boolean>
}

/** A question to the gateway that its documents leave open, and its answer for this account. */
export type Question = { name: string; ask(known: Known): Promise<string | null> }

/** The gateway's ids of the things that the walk has made so far. */
export type Known = { page?: string; payment?: string; asked?: number; setup?: string; dispute?: string }

type Options = {
  gateway: Gateway
  person: Person
  questions: readonly Question[]
  /** Messages that arrived at the webhook's address since the last call. */
  heard(): Promise<(Told | BadSignature)[]>
  /** The address to which the gateway's pages return. */
  back: string
  payer: { name: string; email: string; phone: string }
  now(): Date
  wait(ms: number): Promise<void>
}

const amount = 60_000
const currency = 'INR'
const noun = { card: 'card', upi: 'UPI ID' } as const satisfies Record<MethodType, string>

/** Walks through all that we do at a gateway with test keys, and returns how many steps failed. */
export async function checkGateway(options: Options): Promise<number> {
  const { gateway, person, back } = options
  const { tell, does } = person
  const payer = { userId: randomUUID(), ...options.payer }
  const what = { amount, currency, description: 'Gateway check', payer }
  const known: Known = { asked: amount }
  let failures = 0

  async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await run()
      if (result !== null) tell(`ok       ${name}`)
      return result
    } catch (error) {
      failures++
      tell(`FAILED   ${name}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  const skip = (name: string, reason: string) => {
    tell(`skipped  ${name}: ${reason}`)
    return null
  }

  async function pay(request: string): Promise<AttemptSeen | null> {
    const page = await gateway.openCheckout({ ...what, attemptId: randomUUID(), back, until: null })
    known.page = page.ref
    if (!(await does(`${request}\n         ${page.url}`))) return skip('Pay', 'nobody paid')
    return until(
      () => gateway.look(page.ref),
      ({ state }) => state === 'succeeded',
    )
  }

  /** Looks again for up to half a minute. */
  async function until<Seen extends { state: string }>(
    look: () => Promise<Seen>,
    isDone: (seen: Seen) => boolean,
  ) {
    let seen = await look()
    for (let n = 0; n < 10 && !isDone(seen); n++) {
      await options.wait(3_000)
      seen = await look()
    }
    if (isDone(seen)) return seen
    const isUncaptured = gateway.name === 'razorpay' && seen.state === 'pending'
    throw new Error(
      isUncaptured
        ? 'it is still pending: set the payment capture to automatic in Razorpay’s dashboard'
        : `it is still ${seen.state}`,
    )
  }

  const paid = await step('Pay on the gateway’s page', () =>
    pay('Pay on this page with a test card or test UPI:'),
  )
  if (paid) {
    known.payment = paid.ref
    tell(`         by ${paid.method?.type ?? 'an unknown method'}, ${paid.amount / 100} ${paid.currency}`)
    const refund = { refundId: randomUUID(), tries: 1, attemptRef: paid.ref, amount: 20_000, currency }
    await step('Refund a part, once although asked for twice', async () => {
      const [first, second] = [await gateway.refund(refund), await gateway.refund(refund)]
      if (first.state === 'failed') throw new Error(`refused: ${first.failure}`)
      if (first.ref !== second.ref) throw new Error('it was sent twice')
      return first
    })
  }

  async function save(type: MethodType): Promise<string | null> {
    const page = await gateway.openSetup({ setupId: randomUUID(), type, upiId: null, payer, back })
    known.setup ??= page.ref
    if (!(await does(`Save a test ${noun[type]} on this page:\n         ${page.url}`)))
      return skip(`Save a ${noun[type]}`, 'nobody saved one')
    const seen = await until(
      () => gateway.lookAtSetup(page.ref),
      ({ state }) => state === 'done',
    )
    return seen.method?.token ?? null
  }

  const saved: { type: MethodType; token: string }[] = []
  for (const type of gateway.methods) {
    const token = await step(`Save a ${noun[type]}`, () => save(type))
    if (!token) continue
    saved.push({ type, token })
    await step(`Charge the saved ${noun[type]}, once although asked for twice`, async () => {
      const attemptId = randomUUID()
      const first = await gateway.charge({ ...what, attemptId, token })
      const second = await gateway.charge({ ...what, attemptId, token })
      if (first.ref !== second.ref) throw new Error('it was charged twice')
      if (first.state === 'failed') throw new Error(`declined: ${first.failure}`)
      tell(
        first.state === 'pending'
          ? '         The bank counts down; it is charged later.'
          : '         at once',
      )
      return first
    })
  }
  if (!gateway.chargesByItself)
    skip('Save a card', `${gateway.name.toUpperCase()}_RECURRING is off, so owners are asked to pay`)

  if (gateway.name === 'stripe')
    await step('See a dispute', async () => {
      const disputed = await pay('Pay with the card 4000 0000 0000 0259, which its owner disputes:')
      if (!disputed) return null
      const seen = await until(
        async () => ({ ...(await gateway.look(disputed.ref)), state: 'not disputed' }),
        ({ disputes }) => disputes.length > 0,
      )
      known.dispute = seen.disputes[0]!.ref
      return seen
    })
  else skip('See a dispute', 'Razorpay makes none in test mode; its support can')
  await step('List refunds and disputes of the last days', async () => {
    const since = new Date(options.now().getTime() - 3 * DAY)
    return gateway.moneyBackSince?.({ disputes: since, refunds: since })
  })

  await step('Read the movements of the balance', async () => {
    const from = new Date(options.now().getTime() - 3 * DAY)
    // Includes what was paid a moment ago.
    const to = new Date(options.now().getTime() + MINUTE)
    const { movements, balance } = await gateway.movements({ from, to })
    tell(`         ${movements.length} movements${balance === null ? '' : `, balance ${balance / 100}`}`)
    const other = movements.find((one) => one.currency !== currency)?.currency
    if (other)
      tell(
        `         The account settles in ${other}: its amounts can’t be compared with ours in ${currency}.`,
      )
    return movements
  })

  if (!gateway.hearsWebhooks) skip('Hear a webhook', 'its secret is not set')
  else
    await step('Hear a webhook', async () => {
      const told = await options.heard()
      if (told.some((one) => one instanceof BadSignature))
        throw new Error(
          'a message came that isn’t signed with this secret, or is a thin event: choose snapshot',
        )
      if (
        told.length === 0 &&
        !(await does('No message came yet. Send one from the gateway’s dashboard now.'))
      )
        return skip('Hear a webhook', 'none came')
      const later = [...told, ...(await options.heard())]
      if (!later.some((one) => !(one instanceof BadSignature))) throw new Error('no message came')
      return later
    })

  for (const { name, ask } of options.questions)
    await ask(known)
      .then((answer) =>
        answer === null ? skip(name, 'its step was skipped') : tell(`answer   ${name}: ${answer}`),
      )
      .catch((error: unknown) => {
        if (!(error instanceof GatewayAway)) throw error
        failures++
        tell(`FAILED   ${name}: ${error.message}`)
      })
  for (const { type, token } of saved)
    await step(`Forget the saved ${noun[type]}`, () => gateway.forgetMethod(token).then(() => true))
  tell(failures === 0 ? 'Everything that was tried works.' : `${failures} failed.`)
  return failures
}
