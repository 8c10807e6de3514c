import type { Config } from '#/kernel/server/config.ts'

/** Says which settings the check of a gateway needs, line by line; nothing if all are there. */
export function missingForCheck(config: Config): string[] {
  const { PAYMENT_GATEWAY: name, STRIPE_SECRET_KEY: secret, RAZORPAY_KEY_ID: id } = config
  if (name === 'stripe' && secret)
    return /^(sk|rk)_test_/.test(secret)
      ? []
      : ['STRIPE_SECRET_KEY is a live key. The check pays: use a test key.']
  if (name === 'razorpay' && id)
    return id.startsWith('rzp_test_')
      ? []
      : ['RAZORPAY_KEY_ID is a live key. The check pays: use a test key.']
  return [
    'The check of a gateway needs test keys in .env or the environment:',
    '  PAYMENT_GATEWAY=stripe with STRIPE_SECRET_KEY=sk_test_… or rk_test_…',
    '  or PAYMENT_GATEWAY=razorpay with RAZORPAY_KEY_ID=rzp_test_… and RAZORPAY_KEY_SECRET',
    'and, to hear webhooks, STRIPE_WEBHOOK_SECRET or RAZORPAY_WEBHOOK_SECRET.',
  ]
}
