import { expect, test } from 'vitest'
import { decidableReturns, deskCancellable } from './desk.ts'
import { mayMove, partStatuses } from './order-states.ts'

test('the desk decides on and cancels parts exactly where an administrator may move them', () => {
  const from = (to: 'return_approved' | 'cancelled') =>
    partStatuses.filter((status) => mayMove(status, to, 'admin'))
  expect(from('return_approved').toSorted()).toEqual(decidableReturns.toSorted())
  // Missing parts have a decision of their own.
  expect(
    from('cancelled')
      .filter((status) => status !== 'not_arrived')
      .toSorted(),
  ).toEqual(deskCancellable.toSorted())
})
