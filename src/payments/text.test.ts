import { expect, test } from 'vitest'
import { failureText } from './text.ts'

test('gateways’ decline codes become sentences, and an unknown one only names the bank', () => {
  expect(failureText('insufficient_funds')).toBe('There isn’t enough money in the account.')
  expect(failureText('expired_card')).toBe('The card has expired.')
  expect(failureText('incorrect_cvc')).toBe('Some of the details were incorrect.')
  expect(failureText('payment_timed_out')).toBe('The bank didn’t respond in time.')
  for (const word of [null, 'declined', 'do_not_honor', '<script>'])
    expect(failureText(word)).toBe('The bank declined the payment.')
})
