import { asSentence } from '#/kernel/sentence.ts'

/** After we've sent the refund. Razorpay's and Stripe's documents say 5 to 10 working days for cards, 2 to 7 for UPI. */
export const refundTime = 'Banks take up to 10 working days, and UPI is usually faster.'

/** Says what happens to money that a bank takes after its booking or order was cancelled. */
export const lateMoneyText = 'If your bank still takes the money, we’ll send it back automatically.'

/** Says what we'll do about a refund that the bank sent back. `isStuck`: not the first time, so we don't send it again. */
export const afterReturnText = ({ isStuck }: { isStuck: boolean }) =>
  isStuck
    ? 'That was not the first time, so we won’t send it there again. Please write to us under Help & Support, and we’ll pay it another way.'
    : 'We’ll try again. If your account is closed, please write to us under Help & Support.'

const objection = 'If you disagree, write to us under Help & Support.'

/** Says to a payee who bears what the payer's bank took back. */
export const takenByBankText = `This amount comes out of what you’re owed. ${objection}`

type Took = { who: string; money: string; what: string }

/** Says to a provider whose bank took back money that they bear. */
export const bankTookTitle = 'An owner’s bank took money back'
export const bankTookText = ({ who, money, what }: Took) =>
  `${who}’s bank took back ${money} for ${what} in a dispute. ${takenByBankText}`

/** Says to a payee who bears a refund, and what they can do about it. */
export const takenText = (reason?: string) =>
  `The refund is taken from what you’re owed.${reason ? ` Reason: ${asSentence(reason)}` : ''} ${objection}`

/** Says to a seller that they bear their share, which is less with a commission and more with a coupon. */
export const takenFromSellerText = (reason?: string) =>
  `Your share of it comes out of what you’re owed.${reason ? ` Reason: ${asSentence(reason)}` : ''} ${objection}`
