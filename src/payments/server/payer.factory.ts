import type { Person } from '#/app/testing/people.ts'
import type { openWorld } from '#/app/testing/world.ts'
import type { Outcome } from '#/payments/sandbox/store.ts'

/** Plays a logged-in browser that follows no redirects, so that a test sees each step. */
export function browserOf(url: string, { cookie }: Pick<Person, 'cookie'>) {
  const at = (path: string) => new URL(path, url)
  const leadsTo = (answer: Response) => {
    const to = answer.headers.get('location')
    if (answer.status !== 303 || !to) throw new Error(`${answer.url} answered ${answer.status}`)
    const { pathname, search } = at(to)
    return pathname + search
  }
  return {
    async open(path: string): Promise<string> {
      return leadsTo(await fetch(at(path), { headers: { cookie }, redirect: 'manual' }))
    },
    async send(path: string, form: Record<string, string>): Promise<string> {
      const body = new URLSearchParams(form)
      return leadsTo(await fetch(at(path), { method: 'POST', headers: { cookie }, body, redirect: 'manual' }))
    },
  }
}

type Visible = { url: string }
type World = Visible & Pick<Awaited<ReturnType<typeof openWorld>>, 'db' | 'sandbox'>

/** Saves a card on the sandbox's page whose charges end in `outcome`, and returns its id. */
export async function saveCard(
  world: Visible,
  person: Person,
  outcome: Outcome = 'succeed',
): Promise<string> {
  const known = new Set((await person.call.payments.methods()).methods.map(({ id }) => id))
  const { goTo } = await person.call.payments.addMethod({ methodType: 'card' })
  const browser = browserOf(world.url, person)
  const form = await browser.open(goTo)
  const back = await browser.send(form, {
    by: 'card',
    ...(outcome === 'fail' ? { decline: 'yes' } : { outcome }),
  })
  const shown = await browser.open(back)
  if (shown !== '/payments?added') throw new Error(`Saving a card led to ${shown}`)
  const { methods } = await person.call.payments.methods()
  return methods.find(({ id }) => !known.has(id))!.id
}

/** Pays on the sandbox's page, and returns the address that this leads back to. */
export async function pay(
  world: Visible,
  person: Person,
  paymentId: string,
  outcome: Outcome = 'succeed',
): Promise<string> {
  const { goTo } = await person.call.payments.pay({ id: paymentId })
  const browser = browserOf(world.url, person)
  const back = await browser.send(await browser.open(goTo), { by: 'card', outcome })
  return browser.open(back)
}

/** Pays with an offer of the operator's, so that less than the price is captured. */
export async function payWithOffer(
  world: World,
  person: Person,
  paymentId: string,
  offer: number,
): Promise<void> {
  const { goTo } = await person.call.payments.pay({ id: paymentId })
  const browser = browserOf(world.url, person)
  const form = await browser.open(goTo)
  const { gateway_ref: ref } = await world.db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const { store } = await world.sandbox()
  const payment = store.find('payment', ref!)!
  store.save({ ...payment, amount: payment.amount - offer })
  await browser.open(await browser.send(form, { by: 'card', outcome: 'succeed' }))
}
