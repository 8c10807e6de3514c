import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { fileInput, pictureFile, textFile } from '#/app/testing/browser/files.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { choose } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { rupees } from '#/shop/web/product.factory.ts'
import { makeOrder, makeReturn, makeStep, openOrder } from './order.factory.ts'

const parcel = page.getByRole('region', { name: /^Sold by/ })

beforeEach(() => {
  signIn('Farida Khan')
})

/** A parcel with two lines, one of three balls, of which these can be returned. */
async function openParcel(facts: { isMedicine?: boolean } = {}) {
  const until = new Date('2026-11-05T06:30:00Z')
  const order = makeOrder('delivered')
  const part = order.parts[0]!
  const [bed] = part.lines
  const line = { ...bed!, ...facts }
  const balls = { ...line, id: newId(), name: 'Ball', quantity: 3, price: rupees(100), amount: rupees(300) }
  const fee = {
    ...bed!,
    id: newId(),
    kind: 'delivery' as const,
    name: 'Delivery',
    price: rupees(49),
    amount: rupees(49),
  }
  part.lines = [line, balls, fee]
  part.total = rupees(499 + 300 + 49)
  const mayReturn = (id: string, left: number) => ({ id, left, until, isMedicine: facts.isMedicine ?? false })
  part.mayReturn = { lines: [mayReturn(line.id, 1), mayReturn(balls.id, 3)] }
  return { part: await openOrder(order), line, balls }
}

test('a buyer returns two of three balls, and sees what comes back and when the seller answers', async () => {
  const { part, balls } = await openParcel()
  await parcel.getByRole('button', { name: 'Return', exact: true }).click()
  await parcel.getByLabelText('What happened?').fill('Two have a hole')
  const ask = parcel.getByRole('button', { name: 'Ask for a return' })
  await ask.click()
  await expect.element(parcel.getByText('Please choose what you want to return.')).toBeVisible()
  await choose(parcel.getByRole('checkbox', { name: /^Ball/ }))
  await parcel.getByRole('combobox', { name: 'How many of Ball?' }).selectOptions('2')
  await expect.element(parcel.getByText('You get back ₹200.00, tax included.')).toBeVisible()
  await expect.element(parcel.getByText(/^The seller answers by /)).toBeVisible()
  // The whole parcel gives its delivery back if it's the seller's fault.
  await choose(parcel.getByRole('checkbox', { name: /^Cooling Bed/ }))
  await parcel.getByRole('combobox', { name: 'How many of Ball?' }).selectOptions('3')
  await expect.element(parcel.getByText('You get back ₹799.00, tax included.')).toBeVisible()
  await parcel.getByRole('combobox', { name: 'Why do you want to return it?' }).selectOptions('damaged')
  await expect.element(parcel.getByText('You get back ₹848.00, tax included, with delivery.')).toBeVisible()
  await choose(parcel.getByRole('checkbox', { name: /^Cooling Bed/ }))
  await parcel.getByRole('combobox', { name: 'How many of Ball?' }).selectOptions('2')
  await fileInput().upload([await pictureFile('one.jpg'), await pictureFile('two.jpg')])
  await expect.element(parcel.getByRole('img', { name: '2 of 2' })).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(shopContract.askReturn, () => {
    const returns = [makeReturn([{ ...balls, quantity: 2 }], { amount: rupees(200) })]
    Object.assign(part, { status: 'return_asked', mayReturn: null, mayWithdrawReturn: true, returns })
    part.steps.push(makeStep('return_asked', 'owner'))
  })
  await ask.click()
  await expect.element(parcel.getByText('Return: 2 × Ball')).toBeVisible()
  expect(inputs).toMatchObject([
    {
      partId: part.id,
      lines: [{ lineId: balls.id, quantity: 2 }],
      kind: 'damaged',
      amount: 20_000,
      note: 'Two have a hole',
      photos: [expect.any(File), expect.any(File)],
    },
  ])

  await expect.element(parcel.getByText(/^The seller has until .* to answer\./)).toBeVisible()
  await expectAccessible()
  answer(shopContract.withdrawReturn, () => {
    Object.assign(part, { status: 'delivered', mayWithdrawReturn: false })
    part.steps.push(makeStep('delivered', 'owner'))
  })
  await parcel.getByRole('button', { name: 'Take the request back' }).click()
  await expect.element(parcel.getByText('Request taken back')).toBeVisible()
})

test('a medicine is returned damaged or wrong only, and with a photo', async () => {
  const { line } = await openParcel({ isMedicine: true })
  await parcel.getByRole('button', { name: 'Return', exact: true }).click()
  await choose(parcel.getByRole('checkbox', { name: /^Cooling Bed/ }))
  await expect
    .element(parcel.getByRole('combobox', { name: 'Why do you want to return it?' }))
    .toHaveValue('damaged')
  await parcel.getByLabelText('What happened?').fill('The bottle is broken')
  const ask = parcel.getByRole('button', { name: 'Ask for a return' })
  await ask.click()
  await expect.element(parcel.getByText(/^Please add a photo/)).toBeVisible()
  await fileInput().upload(textFile('scan.pdf', 'application/pdf'))
  await expect.element(parcel.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await fileInput().upload(await pictureFile('bottle.jpg'))
  await expect.element(parcel.getByRole('img', { name: '1 of 1' })).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(shopContract.askReturn)
  await ask.click()
  await expect
    .poll(() => inputs)
    .toMatchObject([{ lines: [{ lineId: line.id, quantity: 1 }], kind: 'damaged' }])
})

test('an approved return is sent back with its tracking number', async () => {
  const note = 'Please send it to 14 Residency Road'
  const part = await openOrder(
    makeOrder('return_approved', {
      returnTo: '3 Market Street, Bengaluru',
      steps: [makeStep('delivered'), makeStep('return_approved', 'seller', note)],
    }),
  )
  await expect
    .element(parcel.getByText('Send it to this address, unless the seller’s note above names another one'))
    .toBeVisible()
  const send = parcel.getByRole('button', { name: 'I’ve sent it back' })
  await send.click()
  await expect.element(parcel.getByRole('textbox', { name: 'Carrier' })).toHaveFocus()
  await parcel.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('EM918273645IN')
  await expectAccessible()
  const { inputs } = answer(shopContract.sendReturn, () => {
    part.status = 'return_sent'
    part.steps.push(makeStep('return_sent', 'owner'))
  })
  await send.click()
  await expect.element(parcel.getByText('The seller has until')).toBeVisible()
  expect(inputs).toMatchObject([{ partId: part.id, carrier: 'India Post', tracking: 'EM918273645IN' }])
  await expectAccessible()
})

test('a buyer whose return is refused reads until when Support can decide', async () => {
  await openOrder(makeOrder('return_refused'))
  await expect.element(parcel.getByText('If you disagree with the refusal, write to us')).toBeVisible()
  await expectAccessible()
})

test('a buyer reads that a return never came, and what the desk has decided', async () => {
  await openOrder(makeOrder('return_missing'))
  await expect.element(parcel.getByText('The seller says that your return never came.')).toBeVisible()
  await openOrder(
    makeOrder('returned', {
      steps: [makeStep('returned', 'admin', 'The carrier delivered it on Monday')],
    }),
  )
  await expect.element(parcel.getByText('The carrier delivered it on Monday')).toBeVisible()
  await expect.element(parcel.getByText('Returned', { exact: true }).first()).toBeVisible()
  await openOrder(
    makeOrder('return_approved', {
      steps: [makeStep('return_approved', 'admin', 'The photo shows the small one')],
    }),
  )
  await expect.element(parcel.getByText('The photo shows the small one')).toBeVisible()
  await expect.element(parcel.getByRole('button', { name: 'I’ve sent it back' })).toBeVisible()
})
