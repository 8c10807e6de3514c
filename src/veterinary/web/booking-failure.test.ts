import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { bookingFailure } from './booking-failure.ts'

test('whoever needs a phone number first is led to where one is confirmed', () => {
  expect(bookingFailure(new ORPCError('veterinary.phone_needed', { status: 403 }))).toEqual({
    text: 'Please confirm a phone number first, so that the clinic can reach you.',
    place: 'end',
    toast: false,
    way: { to: '/edit-profile#ways-in', label: 'Confirm a phone number' },
  })
})

test('what asks for another time is said beside the times, and what nobody foresaw as a toast too', () => {
  expect(bookingFailure(new ORPCError('booking.slot_taken', { status: 409 }))).toMatchObject({
    place: 'time',
    toast: false,
  })
  expect(bookingFailure(new Error('offline'))).toMatchObject({
    text: 'Failed to book appointment. Please try again.',
    place: 'end',
    toast: true,
  })
})
