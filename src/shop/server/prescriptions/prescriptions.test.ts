import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { examination, makeVisit } from '#/care/server/visit.factory.ts'
import { DAY } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { DecisionInput, Dispensing, LineChoice } from '#/shop/prescriptions.ts'
import { makeCashBuyer } from '#/shop/server/orders/cash-buyer.factory.ts'
import { homeAddress, orderOf } from '#/shop/server/orders/order.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { today } from './choose.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10', DATABASE_POOL: '20' })
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const [lalitha, george, leela, meera] = await Promise.all(
  ['lalitha', 'george', 'leela', 'meera'].map(world.signUp),
)
const pharmacistId = await makePharmacist(db, { userId: lalitha!.userId, at })
const georgesId = await makePharmacist(db, { userId: george!.userId, at, name: 'George Mathew' })
await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer', licenseId: 'KVC/2211' })
// New records reach a session a moment later.
for (const [{ call }, record] of [
  [lalitha!, 'pharmacist'],
  [george!, 'pharmacist'],
  [meera!, 'veterinary_doctor'],
] as const)
  await vi.waitUntil(async () => (await call.accounts.me()).user?.records[record], { timeout: 20_000 })
const supplierId = await makeSupplier(db, { userId: leela!.userId, at })
const product = async (facts: Partial<Parameters<typeof makeProduct>[1]>, price = 40_000) =>
  (
    await makeProduct(db, {
      sellerId: pharmacistId,
      at,
      variants: [{ name: '10', price, stock: 50 }],
      ...facts,
    })
  ).variantIds[0]!
const rx = await product({
  category: 'skin',
  name: 'Itch Relief',
  facts: { schedule: 'h', strength: '5 mg' },
})
const pain = await product({ category: 'joints', name: 'Flexidol', facts: { schedule: 'h1' } }, 90_000)
const worms = await product({ category: 'worming', name: 'Worms' })
const small = await product({ category: 'skin', name: 'Itch Drops', facts: { schedule: 'h' } }, 10_000)
const food = await product({ sellerId: supplierId, category: 'food' })

let people = 0
const somebody = async () => {
  const person = await world.signUp(`patient${people++}`)
  await makeCashBuyer(db, { userId: person.userId, variantId: food, at })
  return { ...person, petId: (await makePet(db, { ownerId: person.ownerId })).id }
}
type Buyer = Awaited<ReturnType<typeof somebody>>
const scan = (name = 'scan.pdf') => new File([new Uint8Array(makePdf())], name, { type: 'application/pdf' })
const deliver = () => jobs.deliverEvents(clock.now)
const sound = async () => expect(await world.findBrokenInvariants()).toEqual([])
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock
const where = { pin: homeAddress.pin, state: homeAddress.state }

/** Puts variants into the cart and orders them, medicines on the chosen prescription. */
async function orderOn(
  { call }: Pick<Person, 'call'>,
  wanted: Readonly<Record<string, number>>,
  choices: LineChoice[],
  pays: 'online' | 'cash' = 'online',
) {
  for (const [variantId, quantity] of Object.entries(wanted))
    await call.shop.addToCart({ variantId: variantId as never, quantity })
  const checkout = await call.shop.checkout({ ...where, pays })
  return call.shop.placeOrder({ ...orderOf(checkout, { pays }), prescriptions: choices })
}

const upload = async (buyer: Buyer, petId: string = buyer.petId) =>
  (await buyer.call.shop.addPrescription({ petId: petId as never, file: scan() })).id
const onFile = (variantId: string, petId: string, id: string): LineChoice => ({
  variantId: variantId as never,
  petId: petId as never,
  from: { kind: 'given', id: id as never },
})

async function orderRx(
  buyer: Buyer,
  wanted: Record<string, number> = { [rx]: 2 },
  pays: 'online' | 'cash' = 'online',
) {
  const id = await upload(buyer)
  const medicines = Object.keys(wanted).filter((one) => one === rx || one === pain)
  return orderOn(
    buyer,
    wanted,
    medicines.map((one) => onFile(one, buyer.petId, id)),
    pays,
  )
}

const tab = crypto.randomUUID()
const waiting = async (number: string) =>
  (await lalitha!.call.shop.dispensings({})).rows.find((row) => row.number === number)!
const checkOf = async (buyer: Buyer, id: string) =>
  waiting((await buyer.call.shop.order({ id: id as never })).number)

const approval = (
  check: Dispensing,
  change: (line: Dispensing['lines'][number]) => Partial<DecisionInput['lines'][number]> = () => ({}),
): DecisionInput => ({
  id: check.id,
  tab,
  prescriptions: check.prescriptions.map(({ id, seen }) => ({
    id,
    seen,
    isPatientRight: true as const,
    prescriber: 'Dr. Rao',
    registrationNumber: 'KVC/1',
    issuedOn: '2026-10-20',
    months: 6,
  })),
  lines: check.lines.map(
    (line) =>
      ({
        approves: true,
        id: line.id,
        isDrugRight: true,
        isStrengthRight: true,
        quantity: line.asked,
        refills: 0,
        ...change(line),
      }) as DecisionInput['lines'][number],
  ),
})

test('until the decision, the pharmacist sees the animal, its weight, age, allergies and conditions; nobody else does', async () => {
  const asha = await somebody()
  await asha.call.pets.change({
    id: asha.petId as never,
    sizeLbs: 24.3,
    allergies: 'Chicken',
    conditions: 'Kidney disease',
    medicines: null,
  })
  const { id } = await orderRx(asha)
  const check = await checkOf(asha, id)
  expect(check.prescriptions[0]!.pet).toMatchObject({
    species: 'dog',
    sizeLbs: 24.3,
    allergies: 'Chicken',
    conditions: 'Kidney disease',
    medicines: null,
  })
  expect((await asha.call.shop.orderPrescription({ id })).prescriptions[0]!.pet).toBeNull()
  await lalitha!.call.shop.holdDispensing({ id: check.id, tab })
  await lalitha!.call.shop.decidePrescription(approval(check))
  const { rows } = await lalitha!.call.shop.dispensings({ show: 'all' })
  expect(rows.find((row) => row.id === check.id)!.prescriptions[0]!.pet).toBeNull()
  const linked = { show: 'waiting', id: check.id } as const
  expect((await lalitha!.call.shop.dispensings(linked)).rows).toMatchObject([{ id: check.id }])
  expect((await george!.call.shop.dispensings(linked)).rows).toEqual([])
})

test('an order on a prescription is paid only after the pharmacist’s approval, and packed only with its batch', async () => {
  const asha = await somebody()
  const { id, paymentId } = await orderRx(asha)
  expect(paymentId).toBeNull()
  await deliver()
  expect(await asha.call.shop.order({ id })).toMatchObject({
    payment: null,
    parts: [{ status: 'awaiting_prescription', hasPrescription: true, mayCancel: true }],
  })
  const check = await checkOf(asha, id)
  expect(check).toMatchObject({
    buyer: 'Asha Verma',
    hold: null,
    lines: [{ name: 'Itch Relief', strength: '5 mg', asked: 2 }],
    prescriptions: [{ petName: 'Bruno', file: { name: 'scan.pdf' }, prescriber: null }],
  })
  expect((await fetch(new URL(check.prescriptions[0]!.file!.url, world.url))).status).toBe(200)
  expect((await lalitha!.call.shop.sold({ show: 'all' })).rows).toEqual([])
  await lalitha!.call.shop.holdDispensing({ id: check.id, tab })
  await lalitha!.call.shop.decidePrescription(approval(check))
  await deliver()
  const approved = await asha.call.shop.order({ id })
  expect(approved).toMatchObject({
    payment: { status: 'created', isOpen: true },
    parts: [{ status: 'awaiting_payment' }],
  })
  await pay(world, asha, approved.payment!.id)
  await deliver()
  const part = { id: check.id }
  await expect(lalitha!.call.shop.packPart(part)).rejects.toMatchObject({ code: 'shop.batches_missing' })
  expect((await lalitha!.call.shop.sold({})).rows[0]).toMatchObject({ needsBatches: true })
  const [line] = check.lines
  const batch = { id: line!.id, batch: 'B-1182', expiresOn: '2026-11-02' }
  await expect(lalitha!.call.shop.packDispensed({ ...part, lines: [batch] })).rejects.toMatchObject({
    code: 'shop.batch_expired',
  })
  await lalitha!.call.shop.packDispensed({ ...part, lines: [{ ...batch, expiresOn: '2027-12-31' }] })
  expect((await asha.call.shop.order({ id })).parts[0]).toMatchObject({ status: 'packed' })
  expect(await asha.call.shop.orderPrescription({ id })).toMatchObject({
    lines: [{ status: 'approved', quantity: 2, batch: 'B-1182', expiresOn: '2027-12-31' }],
  })
  const titles = (await asha.call.notifications.list({})).rows.map(({ title }) => title)
  for (const title of ['A pharmacist is checking your prescription', 'Prescription approved'])
    expect(titles).toContain(title)
  await sound()
})

test('what needs no prescription is in another order, which doesn’t wait, and delivery is charged once', async () => {
  const asha = await somebody()
  const { call } = asha
  const before = await stockOf(worms)
  const prescription = await upload(asha)
  for (const variantId of [food, small, worms])
    await call.shop.addToCart({ variantId: variantId as never, quantity: 1 })
  const checkout = await call.shop.checkout({ ...where, pays: 'online' })
  // The pharmacist's goods cost ₹500 and their delivery ₹49; the supplier's delivery costs another ₹49.
  expect(checkout).toMatchObject({
    delivery: { amount: 9_800 },
    afterApproval: { amount: 10_000 },
  })
  expect(checkout.sellers.find((seller) => seller.isPharmacist)).toMatchObject({
    delivery: { amount: 4_900 },
    total: { amount: 54_900 },
  })
  const { id, paymentId } = await call.shop.placeOrder({
    ...orderOf(checkout),
    prescriptions: [onFile(small, asha.petId, prescription)],
  })
  expect(paymentId).not.toBeNull()
  const first = await call.shop.order({ id })
  expect(first).toMatchObject({
    total: { amount: checkout.total.amount - 10_000 },
    parts: [{}, {}],
    together: [{}],
  })
  expect(first.parts.find(({ seller }) => seller.isPharmacist)).toMatchObject({
    status: 'awaiting_payment',
    lines: [{ name: 'Worms' }, { kind: 'delivery' }],
  })
  const second = await call.shop.order({ id: first.together[0]!.id })
  expect(second).toMatchObject({
    total: { amount: 10_000 },
    payment: null,
    parts: [{ status: 'awaiting_prescription', lines: [{ name: 'Itch Drops' }] }],
  })
  // A prescription doesn't take the pharmacist's other goods off sale for longer than an unpaid order does.
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await deliver()
  expect(await stockOf(worms)).toBe(before)
  await lalitha!.call.shop.decidePrescription(
    approval(await waiting(second.number), () => ({ approves: false, reason: 'The photo can’t be read.' })),
  )
  expect((await call.shop.order({ id: second.id })).parts).toMatchObject([{ status: 'cancelled' }])
  await sound()
})

test('a refused order is cancelled with its reason, charges nothing, and gives its stock back', async () => {
  const asha = await somebody()
  const before = await stockOf(rx)
  const { id } = await orderRx(asha)
  expect(await stockOf(rx)).toBe(before - 2)
  const check = await checkOf(asha, id)
  await lalitha!.call.shop.decidePrescription(
    approval(check, () => ({ approves: false, reason: 'It names another medicine.' })),
  )
  await deliver()
  expect(await stockOf(rx)).toBe(before)
  expect((await asha.call.shop.order({ id })).parts[0]).toMatchObject({
    status: 'cancelled',
    isRefused: true,
  })
  expect((await asha.call.shop.orders({})).rows[0]!.parts).toMatchObject([{ isRefused: true }])
  expect((await asha.call.notifications.list({})).rows[0]!.title).toBe('Prescription not approved')
  expect(await asha.call.shop.buyAgain({ id })).toMatchObject({ added: 1 })
  expect(await asha.call.shop.orderPrescription({ id })).toMatchObject({
    lines: [{ status: 'rejected', reason: 'It names another medicine.' }],
  })
  expect((await asha.call.notifications.list({})).rows[0]!.message).toContain('It names another medicine.')
  // The pharmacist no longer sees the file, and the buyer can't choose it again.
  expect((await lalitha!.call.shop.dispensings({ show: 'all' })).rows[0]!.prescriptions[0]).toMatchObject({
    file: null,
  })
  expect((await asha.call.shop.prescriptionChoices()).choices).toEqual([])
  await sound()
})

test('less can be approved than was ordered, and only that is charged', async () => {
  const asha = await somebody()
  const before = await stockOf(pain)
  const { id } = await orderRx(asha, { [rx]: 3, [pain]: 2 })
  const check = await checkOf(asha, id)
  const decision = approval(check, (line) =>
    line.name === 'Flexidol' ? { approves: false, reason: 'Not on it.' } : { quantity: 1 },
  )
  for (const [wrong, code] of [
    [{ ...decision, lines: decision.lines.slice(1) }, 'shop.decision_incomplete'],
    [{ ...decision, prescriptions: [] }, 'shop.decision_incomplete'],
    [approval(check, () => ({ quantity: 4 })), 'shop.too_many_approved'],
    [withDate(decision, '2026-04-01'), 'shop.prescription_expired'],
    [withDate(decision, '2026-11-03'), 'shop.issued_in_future'],
  ] as const)
    await expect(lalitha!.call.shop.decidePrescription(wrong as DecisionInput)).rejects.toMatchObject({
      code,
    })
  await lalitha!.call.shop.decidePrescription(decision)
  expect(await stockOf(pain)).toBe(before)
  const after = await asha.call.shop.order({ id })
  // One unit, and the free delivery that the buyer has seen.
  expect(after).toMatchObject({ total: { amount: 40_000 }, parts: [{ lines: [{ quantity: 1 }] }] })
  await pay(world, asha, after.payment!.id)
  await deliver()
  await sound()
})

const withDate = (decision: DecisionInput, issuedOn: string): DecisionInput => ({
  ...decision,
  prescriptions: decision.prescriptions.map((one) => ({ ...one, issuedOn })),
})

test('a pharmacist cancels an order before it is paid, whether they have approved it or not', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const before = await stockOf(rx)
  const [first, second] = [await orderRx(asha), await orderRx(ravi)]
  const checks = [await checkOf(asha, first.id), await checkOf(ravi, second.id)]
  await lalitha!.call.shop.decidePrescription(approval(checks[0]!))
  const cancel = (who: Pick<Person, 'call'>, id: string) =>
    who.call.shop.cancelPart({ id: id as never, reason: 'The batch was called back' })
  for (const { id } of checks) {
    await expect(cancel(george!, id)).rejects.toMatchObject({ code: 'request.not_found' })
    await cancel(lalitha!, id)
    await expect(cancel(lalitha!, id)).rejects.toMatchObject({ code: 'shop.order_moved' })
  }
  await deliver()
  expect(await stockOf(rx)).toBe(before)
  const order = await asha.call.shop.order({ id: first.id })
  expect(order).toMatchObject({ parts: [{ status: 'cancelled' }], payment: { isOpen: false } })
  expect((await ravi.call.shop.order({ id: second.id })).parts[0]).toMatchObject({ status: 'cancelled' })
  expect((await asha.call.notifications.list({})).rows[0]!.message).toContain(
    'Reason: “The batch was called back”.',
  )
  await sound()
})

test('what a seller sells without a prescription is theirs to cancel only once it is paid', async () => {
  const asha = await somebody()
  const { id } = await orderOn(asha, { [worms]: 1 }, [])
  const { parts } = await asha.call.shop.order({ id })
  await expect(lalitha!.call.shop.cancelPart({ id: parts[0]!.id, reason: 'Sold out' })).rejects.toMatchObject(
    { code: 'request.not_found' },
  )
})

test('an order paid in cash is placed by the approval', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha, { [rx]: 1 }, 'cash')
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id)))
  expect(await asha.call.shop.order({ id })).toMatchObject({ payment: null, parts: [{ status: 'placed' }] })
  await sound()
})

test('a buyer who pays in cash is told what is left to pay when less was approved', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha, { [rx]: 2 }, 'cash')
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id), () => ({ quantity: 1 })))
  await deliver()
  const { total } = await asha.call.shop.order({ id })
  const { message } = (await asha.call.notifications.list({})).rows[0]!
  expect(message).toContain('The pharmacist approved less than you ordered.')
  expect(message).toContain(`You pay ${formatMoney(total)} in cash when it arrives.`)
})

test('of twenty tabs that begin a check at once, one gets it, and its hold expires', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha)
  const check = await checkOf(asha, id)
  const tabs = Array.from({ length: 20 }, () => crypto.randomUUID())
  const tried = await Promise.allSettled(
    tabs.map((one) => lalitha!.call.shop.holdDispensing({ id: check.id, tab: one })),
  )
  const winners = tabs.filter((_, index) => tried[index]!.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await expect(lalitha!.call.shop.decidePrescription(approval(check))).rejects.toMatchObject({
    code: 'shop.held_elsewhere',
  })
  expect((await checkOf(asha, id)).hold).toMatchObject({ by: winners[0] })
  clock.now = new Date(clock.now.getTime() + 10 * 60_000)
  expect((await checkOf(asha, id)).hold).toBeNull()
  const decided = await Promise.allSettled(
    [1, 2, 3].map(() => lalitha!.call.shop.decidePrescription(approval(check))),
  )
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await sound()
})

test('a pharmacist asks, the buyer answers, and both are told without the words', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha)
  const check = await checkOf(asha, id)
  await expect(asha.call.shop.answerPharmacist({ id, answer: 'Yes' })).rejects.toMatchObject({
    code: 'shop.no_question',
  })
  await lalitha!.call.shop.askBuyer({ id: check.id, tab, question: 'How heavy is Bruno?' })
  await deliver()
  expect((await asha.call.notifications.list({})).rows[0]).toMatchObject({
    title: 'A question about your prescription',
  })
  const isAsked = async () => (await asha.call.shop.orders({})).rows[0]!.parts[0]!.isAsked
  expect(await isAsked()).toBe(true)
  await asha.call.shop.answerPharmacist({ id, answer: '12 kg' })
  expect(await isAsked()).toBe(false)
  await deliver()
  expect(await checkOf(asha, id)).toMatchObject({ question: 'How heavy is Bruno?', answer: '12 kg' })
  const [told] = (await lalitha!.call.notifications.list({})).rows
  expect(told).toMatchObject({ title: 'The buyer has answered' })
  expect(told!.message).not.toContain('12 kg')
})

test('an answer can bring another file about the same pet, and only the waiting medicines move to it', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const { id } = await orderRx(asha)
  const check = await checkOf(asha, id)
  const first = check.prescriptions[0]!.id
  await lalitha!.call.shop.askBuyer({ id: check.id, tab, question: 'Can you send a sharper photo?' })
  const other = (await makePet(db, { ownerId: asha.ownerId })).id
  for (const by of [await upload(ravi), await upload(asha, other), newId()])
    await expect(
      asha.call.shop.answerPharmacist({ id, answer: 'Here', replaces: { id: first, by: by as never } }),
    ).rejects.toMatchObject({ code: 'shop.wrong_prescription' })
  expect(await checkOf(asha, id)).toMatchObject({ answer: null, prescriptions: [{ id: first }] })
  const by = await upload(asha)
  await asha.call.shop.answerPharmacist({ id, answer: 'Here', replaces: { id: first, by } })
  const again = await checkOf(asha, id)
  expect(again).toMatchObject({ answer: 'Here', prescriptions: [{ id: by, file: { name: 'scan.pdf' } }] })
  await lalitha!.call.shop.decidePrescription(approval(again))
  await sound()
})

test('without a decision in two days the order is cancelled, and nothing stays reserved', async () => {
  const asha = await somebody()
  const before = await stockOf(pain)
  const { id } = await orderRx(asha, { [pain]: 2 })
  clock.now = new Date(clock.now.getTime() + 2 * DAY + 1)
  await jobs.runSweep('shop-expire-prescriptions', clock.now)
  await deliver()
  const noteOf = async (orderId: typeof id) =>
    (await asha.call.shop.order({ id: orderId })).parts[0]!.steps.at(-1)!.note
  expect((await asha.call.shop.order({ id })).parts[0]).toMatchObject({ status: 'cancelled' })
  expect(await noteOf(id)).toBe('No pharmacist decided within 2 days')
  expect(await asha.call.shop.orderPrescription({ id })).toMatchObject({ lines: [{ status: 'expired' }] })
  expect(await stockOf(pain)).toBe(before)
  const asked = await orderRx(asha, { [pain]: 2 })
  const { id: partId } = await checkOf(asha, asked.id)
  await db
    .updateTable('dispensings')
    .set({ question: 'Which page is signed?', asked_at: clock.now })
    .where('part_id', '=', partId)
    .execute()
  clock.now = new Date(clock.now.getTime() + 2 * DAY + 1)
  await jobs.runSweep('shop-expire-prescriptions', clock.now)
  expect(await noteOf(asked.id)).toBe('The pharmacist’s question wasn’t answered in time')
  await sound()
})

test('an approved order that isn’t paid within a day is cancelled', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha)
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id)))
  clock.now = new Date(clock.now.getTime() + DAY + 1)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await deliver()
  expect((await asha.call.shop.order({ id })).parts[0]).toMatchObject({ status: 'cancelled' })
  await sound()
})

test('a signed note of ours is a prescription until it expires, and only for its pet', async () => {
  const asha = await somebody()
  const { petId, bookingId } = await makeVisit(db, asha, meera!, { petId: asha.petId })
  const note = await meera!.call.care.addNote({
    bookingId: bookingId as never,
    petId: petId as never,
    ...examination,
  })
  await meera!.call.care.sign({ id: note.id, seen: 1 })
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  expect(choice).toMatchObject({
    kind: 'note',
    petId,
    prescriber: 'Dr. Meera Iyer',
    registrationNumber: 'KVC/2211',
  })
  const other = (await makePet(db, { ownerId: asha.ownerId, name: 'Moti' })).id
  const from = { kind: 'note' as const, id: choice!.id as never }
  const on = (pet: string): LineChoice => ({ variantId: rx as never, petId: pet as never, from })
  const problemOf = (kind: string) => ({
    code: 'shop.order_problems',
    data: { problems: [{ variantId: rx, kind }] },
  })
  await expect(orderOn(asha, { [rx]: 1 }, [on(other)])).rejects.toMatchObject(problemOf('other_pet'))
  await expect(orderOn(asha, {}, [])).rejects.toMatchObject(problemOf('prescription'))
  const ravi = await somebody()
  await expect(orderOn(ravi, { [rx]: 1 }, [on(petId)])).rejects.toMatchObject(problemOf('prescription'))
  const today = clock.now
  clock.now = new Date('2027-06-01T06:00:00Z')
  await expect(orderOn(asha, {}, [on(petId)])).rejects.toMatchObject(problemOf('expired'))
  clock.now = today
  const { id } = await orderOn(asha, {}, [on(petId)])
  const check = await checkOf(asha, id)
  expect(check.prescriptions).toMatchObject([
    {
      isNote: true,
      file: null,
      prescriber: 'Dr. Meera Iyer',
      medicines: [{ name: 'Cetirizine', strength: '10 mg' }],
    },
  ])
  await lalitha!.call.shop.decidePrescription(approval(check))
  // The prescriber stays as the note has it, whatever the pharmacist enters.
  expect((await asha.call.shop.orderPrescription({ id })).prescriptions[0]).toMatchObject({
    prescriber: 'Dr. Meera Iyer',
  })
  await sound()
})

test('a prescription that its owner uploaded brings no tasks, because nobody states for how many days a pack lasts', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha, { [rx]: 2 }, 'cash')
  const check = await checkOf(asha, id)
  await lalitha!.call.shop.decidePrescription(approval(check, () => ({ refills: 3 })))
  await deliver()
  expect(await asha.call.shop.order({ id })).toMatchObject({ parts: [{ status: 'placed' }] })
  expect((await asha.call.todo.list({})).tasks).toEqual([])
})

test('a prescription is used again as often as its refills allow', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha, { [rx]: 1 }, 'cash')
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id), () => ({ refills: 1 })))
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  expect(choice).toMatchObject({ kind: 'given', prescriber: 'Dr. Rao', validUntil: '2027-04-20', spent: [] })
  const again = [onFile(rx, asha.petId, choice!.id)]
  const second = await orderOn(asha, { [rx]: 1 }, again, 'cash')
  const check = await checkOf(asha, second.id)
  expect(check.lines).toMatchObject([{ refillsLeft: 1 }])
  await expect(orderOn(asha, { [rx]: 1 }, again, 'cash')).rejects.toMatchObject({
    data: { problems: [{ kind: 'refills' }] },
  })
})

test('what a refill left isn’t lost when the first order is cancelled', async () => {
  const asha = await somebody()
  const first = await orderRx(asha, { [rx]: 1 }, 'cash')
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, first.id), () => ({ refills: 2 })))
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  const again = () => orderOn(asha, { [rx]: 1 }, [onFile(rx, asha.petId, choice!.id)], 'cash')
  const second = await again()
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, second.id)))
  const leftOf = async () => (await asha.call.shop.refills()).rows.map(({ left }) => left)
  expect(await leftOf()).toEqual([1])
  await asha.call.shop.cancelOrder({ id: first.id })
  expect(await leftOf()).toEqual([2])
  const third = await again()
  expect((await checkOf(asha, third.id)).lines).toMatchObject([{ refillsLeft: 2 }])
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, third.id)))
  expect(await leftOf()).toEqual([1])
  await sound()
})

test('a pharmacist sees what another one approved on a note, and the record keeps the note’s medicines', async () => {
  const asha = await somebody()
  const { petId, bookingId } = await makeVisit(db, asha, meera!, { petId: asha.petId })
  const note = await meera!.call.care.addNote({
    bookingId: bookingId as never,
    petId: petId as never,
    ...examination,
  })
  await meera!.call.care.sign({ id: note.id, seen: 1 })
  const same = await product({
    sellerId: georgesId,
    category: 'skin',
    name: 'Itch Relief',
    facts: { schedule: 'h' },
  })
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  const onNote = (variantId: string): LineChoice => ({
    variantId: variantId as never,
    petId: petId as never,
    from: { kind: 'note', id: choice!.id as never },
  })
  const first = await orderOn(asha, { [rx]: 2 }, [onNote(rx)], 'cash')
  const check = await checkOf(asha, first.id)
  expect(check.prescriptions).toMatchObject([{ earlier: [] }])
  await lalitha!.call.shop.decidePrescription(approval(check))
  const second = await orderOn(asha, { [same]: 1 }, [onNote(same)], 'cash')
  const { rows } = await george!.call.shop.dispensings({})
  const { number } = await asha.call.shop.order({ id: second.id })
  const seen = rows.find((row) => row.number === number)!
  expect(seen.prescriptions).toMatchObject([
    {
      earlier: [{ name: 'Itch Relief', variant: '10', strength: '5 mg', quantity: 2, on: today(clock.now) }],
    },
  ])
  expect(JSON.stringify(seen)).not.toContain('Lalitha')
  await george!.call.shop.decidePrescription(approval(seen))
  const recordOf = async ({ call }: Pick<Person, 'call'>, of: string) =>
    (await call.shop.dispensings({ show: 'all' })).rows.find((row) => row.number === of)!.prescriptions[0]
  // The first check was decided without it, and the buyer knows it already.
  expect(await recordOf(lalitha!, check.number)).toMatchObject({ earlier: [] })
  expect((await asha.call.shop.orderPrescription({ id: second.id })).prescriptions).toMatchObject([
    { earlier: [] },
  ])
  await db.deleteFrom('pets').where('id', '=', petId).execute()
  for (const [person, of] of [
    [lalitha!, check.number],
    [george!, number],
  ] as const)
    expect(await recordOf(person, of)).toMatchObject({
      isNote: true,
      medicines: [{ name: 'Cetirizine', strength: '10 mg' }],
    })
  await sound()
})

test('of two pharmacists who approve a single-use note at once, one does, and each sees what the other was asked', async () => {
  const asha = await somebody()
  const { petId, bookingId } = await makeVisit(db, asha, meera!, { petId: asha.petId })
  const note = await meera!.call.care.addNote({
    bookingId: bookingId as never,
    petId: petId as never,
    ...examination,
  })
  await meera!.call.care.sign({ id: note.id, seen: 1 })
  const theirs = await product({
    sellerId: georgesId,
    category: 'skin',
    name: 'Itch Relief',
    facts: { schedule: 'h' },
  })
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  const onNote = (variantId: string): LineChoice => ({
    variantId: variantId as never,
    petId: petId as never,
    from: { kind: 'note', id: choice!.id as never },
  })
  const checkBy = async (pharmacist: Person, id: string) => {
    const { number } = await asha.call.shop.order({ id: id as never })
    const found = (await pharmacist.call.shop.dispensings({})).rows.find((row) => row.number === number)!
    await pharmacist.call.shop.holdDispensing({ id: found.id, tab })
    return found
  }
  const own = await orderOn(asha, { [rx]: 2 }, [onNote(rx)], 'cash')
  const alone = await checkBy(lalitha!, own.id)
  expect(alone.prescriptions).toMatchObject([{ earlier: [], pending: [] }])
  const other = await orderOn(asha, { [theirs]: 1 }, [onNote(theirs)], 'cash')
  // Her page is older than the second order.
  await expect(lalitha!.call.shop.decidePrescription(approval(alone))).rejects.toMatchObject({
    code: 'shop.prescription_elsewhere',
    status: 409,
  })
  const first = await checkBy(lalitha!, own.id)
  const second = await checkBy(george!, other.id)
  expect(first.prescriptions).toMatchObject([
    { earlier: [], pending: [{ name: 'Itch Relief', quantity: 1 }] },
  ])
  expect(second.prescriptions).toMatchObject([
    { earlier: [], pending: [{ name: 'Itch Relief', quantity: 2 }] },
  ])
  const tries = await Promise.allSettled([
    lalitha!.call.shop.decidePrescription(approval(first)),
    george!.call.shop.decidePrescription(approval(second)),
  ])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const late = tries.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(late.reason.code).toBe('shop.prescription_elsewhere')
  const [loser, id] = tries[0]!.status === 'rejected' ? [lalitha!, own.id] : [george!, other.id]
  expect((await checkBy(loser, id)).prescriptions).toMatchObject([{ earlier: [{}], pending: [] }])
  await sound()
})

test('refills are listed with how many are left and until when, and go into the cart', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const refillsOf = async (buyer: Buyer) => (await buyer.call.shop.refills()).rows
  const { id } = await orderRx(asha, { [rx]: 2 }, 'cash')
  expect(await refillsOf(asha)).toEqual([])
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id), () => ({ refills: 2 })))
  const [refill, ...more] = await refillsOf(asha)
  expect(more).toEqual([])
  expect(refill).toMatchObject({
    name: 'Itch Relief',
    petName: 'Bruno',
    prescriber: 'Dr. Rao',
    validUntil: '2027-04-20',
    left: 2,
    offer: { variantId: rx, quantity: 2 },
    isInCart: false,
  })
  expect(await refillsOf(ravi)).toEqual([])
  const { variantId, quantity } = refill!.offer!
  await asha.call.shop.addToCart({ variantId, quantity })
  expect(await refillsOf(asha)).toMatchObject([{ isInCart: true }])
  const [given] = (await asha.call.shop.prescriptionChoices()).choices
  const again = await orderOn(asha, {}, [onFile(rx, asha.petId, given!.id)], 'cash')
  expect(await refillsOf(asha)).toMatchObject([{ left: 1, isInCart: false }])
  await asha.call.shop.cancelOrder({ id: again.id })
  expect(await refillsOf(asha)).toMatchObject([{ left: 2 }])
  await db.updateTable('product_variants').set({ is_offered: false }).where('id', '=', rx).execute()
  expect(await refillsOf(asha)).toMatchObject([{ left: 2, offer: null }])
  await db.updateTable('product_variants').set({ is_offered: true }).where('id', '=', rx).execute()
  const now = clock.now
  clock.now = new Date('2027-04-21T06:00:00Z')
  expect(await refillsOf(asha)).toEqual([])
  clock.now = now
  await sound()
})

test('a note that was used up or refused stays so, and two sizes of a medicine are two uses', async () => {
  const asha = await somebody()
  const { petId, bookingId } = await makeVisit(db, asha, meera!, { petId: asha.petId })
  const note = await meera!.call.care.addNote({
    bookingId: bookingId as never,
    petId: petId as never,
    ...examination,
  })
  await meera!.call.care.sign({ id: note.id, seen: 1 })
  const [choice] = (await asha.call.shop.prescriptionChoices()).choices
  const onNote = (variantId: string): LineChoice => ({
    variantId: variantId as never,
    petId: petId as never,
    from: { kind: 'note', id: choice!.id as never },
  })
  const problem = (kind: string) => ({ data: { problems: [{ kind }] } })
  const first = await orderOn(asha, { [rx]: 1 }, [onNote(rx)], 'cash')
  // While it is being checked it can't be used a second time.
  await expect(orderOn(asha, { [rx]: 1 }, [onNote(rx)], 'cash')).rejects.toMatchObject(problem('refills'))
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, first.id)))
  await expect(orderOn(asha, {}, [onNote(rx)], 'cash')).rejects.toMatchObject(problem('refills'))
  const ravi = await somebody()
  const both = await upload(ravi)
  const sizes = await makeProduct(db, {
    sellerId: pharmacistId,
    at,
    category: 'parasites',
    name: 'Tickguard',
    facts: { schedule: 'h' },
    variants: ['1 chew', '3 chews'].map((name) => ({ name, price: 30_000, stock: 9 })),
  })
  const [one, three] = sizes.variantIds as [string, string]
  await expect(
    orderOn(ravi, { [one]: 1, [three]: 1 }, [onFile(one, ravi.petId, both), onFile(three, ravi.petId, both)]),
  ).rejects.toMatchObject(problem('refills'))
})

test('what slipped past the checkout isn’t approved beyond its refills', async () => {
  const asha = await somebody()
  const first = await orderRx(asha, { [rx]: 1 }, 'cash')
  const check = await checkOf(asha, first.id)
  await lalitha!.call.shop.decidePrescription(approval(check, () => ({ refills: 0 })))
  const second = await orderRx(asha, { [rx]: 1 }, 'cash')
  const again = await checkOf(asha, second.id)
  const used = check.prescriptions[0]!.id
  await db
    .updateTable('dispensed_lines')
    .set({ prescription_id: used })
    .where('part_id', '=', again.id)
    .execute()
  const decision = approval(await checkOf(asha, second.id))
  await expect(lalitha!.call.shop.decidePrescription(decision)).rejects.toMatchObject({
    code: 'shop.refills_used',
  })
})

test('a pharmacist whose change is being checked goes on with the orders there are, and sells nothing new', async () => {
  const [asha, ines] = [await somebody(), await world.signUp('ines')]
  const sellerId = await makePharmacist(db, { userId: ines.userId, at, name: 'Ines Pinto' })
  const records = async () => (await ines.call.accounts.me()).user?.records ?? {}
  await vi.waitUntil(async () => 'pharmacist' in (await records()), { timeout: 20_000 })
  const own = await product({ sellerId, category: 'skin', name: 'Itch Away', facts: { schedule: 'h' } })
  const { id } = await orderOn(asha, { [own]: 1 }, [onFile(own, asha.petId, await upload(asha))], 'cash')
  const { imageUrl: _, ...profile } = (await ines.call.shop.pharmacist())!
  await ines.call.shop.savePharmacist({ ...profile, registrationNumber: 'KPC-9999' })
  const standing = await ines.call.verification.standing({ record: 'pharmacist' })
  expect(standing).toMatchObject({ status: 'submitted' })
  await deliver()
  expect(await records()).toHaveProperty('pharmacist')
  const [check] = (await ines.call.shop.dispensings({})).rows
  await ines.call.shop.decidePrescription(approval(check!))
  expect((await asha.call.shop.order({ id })).parts).toMatchObject([{ status: 'placed' }])
  expect((await asha.call.shop.products({ shelf: 'pharmacy', q: 'itch away' })).rows).toEqual([])
})

test('only the pharmacist of the order decides, never a supplier or another pharmacist', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha)
  const check = await checkOf(asha, id)
  const { rows } = await george!.call.shop.dispensings({ show: 'all' })
  expect(rows.map((row) => row.id)).not.toContain(check.id)
  await expect(george!.call.shop.decidePrescription(approval(check))).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await expect(leela!.call.shop.dispensings({})).rejects.toMatchObject({ code: 'request.forbidden' })
  await expect(
    sql`update order_parts set status = 'placed' where id = ${check.id}`.execute(db),
  ).rejects.toThrow('a pharmacist has not approved this')
})

test('a file that is no prescription, and a pet of somebody else, are refused', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const file = new File(['<svg/>'], 'scan.svg', { type: 'image/svg+xml' })
  await expect(asha.call.shop.addPrescription({ petId: asha.petId as never, file })).rejects.toMatchObject({
    code: 'document.wrong_kind',
  })
  await expect(
    asha.call.shop.addPrescription({ petId: ravi.petId as never, file: scan() }),
  ).rejects.toMatchObject({ code: 'request.not_found' })
  await expect(asha.call.shop.orderPrescription({ id: newId() as never })).rejects.toMatchObject({
    code: 'request.not_found',
  })
})

test('nobody uploads more than ten prescriptions without using them, also not at once', async () => {
  const asha = await somebody()
  const first = await upload(asha)
  for (let n = 1; n < 9; n++) await upload(asha)
  const tries = await Promise.allSettled([upload(asha), upload(asha)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'shop.too_many_files' },
  })
  await orderOn(asha, { [rx]: 1 }, [onFile(rx, asha.petId, first)])
  await upload(asha)
  await expect(upload(asha)).rejects.toMatchObject({ code: 'shop.too_many_files' })
})

test('a paid order’s file becomes the pharmacist’s', async () => {
  const asha = await somebody()
  const { id } = await orderRx(asha)
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id)))
  const { payment } = await asha.call.shop.order({ id })
  await pay(world, asha, payment!.id)
  await deliver()
  const file = await db
    .selectFrom('given_prescriptions as g')
    .innerJoin('uploads as u', 'u.id', 'g.upload_id')
    .select('u.user_id')
    .where('g.user_id', '=', asha.userId)
    .executeTakeFirstOrThrow()
  expect(file.user_id).toBe(lalitha!.userId)
})

test('an order that is cancelled after the approval leaves the pharmacist neither the file nor a record', async () => {
  const asha = await somebody()
  const ownerOfFile = async () =>
    (
      await db
        .selectFrom('given_prescriptions as g')
        .innerJoin('uploads as u', 'u.id', 'g.upload_id')
        .select('u.user_id')
        .where('g.user_id', '=', asha.userId)
        .executeTakeFirst()
    )?.user_id
  const { id } = await orderRx(asha)
  const { id: checkId } = await checkOf(asha, id)
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(asha, id)))
  expect(await ownerOfFile()).toBe(asha.userId)
  await asha.call.shop.cancelOrder({ id })
  const { rows } = await lalitha!.call.shop.dispensings({ show: 'all' })
  expect(rows.find((row) => row.id === checkId)!.prescriptions[0]).toMatchObject({ file: null })
  clock.now = new Date(clock.now.getTime() + 91 * DAY)
  await jobs.runSweep('shop-forget-prescriptions', clock.now)
  expect(await ownerOfFile()).toBeUndefined()
  await sound()
})

test('files are deleted when they are no longer needed, and kept for three years after an approval', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const unused = await upload(asha)
  const { id } = await orderRx(ravi, { [rx]: 1 }, 'cash')
  await lalitha!.call.shop.decidePrescription(approval(await checkOf(ravi, id)))
  const left = async () =>
    (
      await db
        .selectFrom('given_prescriptions as g')
        .innerJoin('uploads as u', 'u.id', 'g.upload_id')
        .select(['g.id', 'g.user_id'])
        .where('g.user_id', 'in', [asha.userId, ravi.userId])
        .execute()
    ).map((row) => row.user_id)
  const sweepAfter = async (days: number) => {
    clock.now = new Date(clock.now.getTime() + days * DAY)
    await jobs.runSweep('shop-forget-prescriptions', clock.now)
  }
  expect(unused).toBeTruthy()
  expect((await left()).length).toBe(2)
  await sweepAfter(8)
  expect(await left()).toEqual([ravi.userId])
  await sweepAfter(1_000)
  expect(await left()).toEqual([ravi.userId])
  await sweepAfter(100)
  expect(await left()).toEqual([])
})
