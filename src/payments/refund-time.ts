/** How long a refund takes after we've sent it, by Razorpay's and Stripe's documents: cards 5 to 10 working days, UPI 2 to 7. */
export const refundTime = 'Banks take up to 10 working days, and UPI is usually faster.'

/** What follows on a refund that the payer's bank sent back. `isStuck`: not for the first time, so that we don't send it again. */
export const afterReturnText = ({ isStuck }: { isStuck: boolean }) =>
  isStuck
    ? 'That was not the first time, so we won’t send it there again. Please write to us under Help & Support, and we’ll pay it another way.'
    : 'We’ll try again. If your account is closed, please write to us under Help & Support.'
