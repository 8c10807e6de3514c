import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { appointmentsText } from '#/appointments/text.ts'
import { bookingFailure } from './booking-failure.ts'

const texts = { ...appointmentsText, 'appointments.phone_needed': 'Please confirm your phone number.' }

test('a booking refused for lack of a phone number links to where one is confirmed', () => {
  expect(bookingFailure(new ORPCError('appointments.phone_needed', { status: 403 }), texts)).toEqual({
    text: 'Please confirm your phone number.',
    place: 'end',
    toast: null,
    way: { to: '/edit-profile?section=security', label: 'Confirm a phone number' },
  })
})

test('an unconfirmed user learns what to do next, with a link', () => {
  expect(bookingFailure(new ORPCError('appointments.unconfirmed', { status: 403 }), texts)).toEqual({
    text: expect.stringMatching(/^Please confirm your email address or phone number first\./),
    place: 'end',
    toast: null,
    way: { to: '/edit-profile?section=security', label: 'Confirm address' },
  })
})

test('a lost race shows the general failure with the reason, also beside the times', () => {
  expect(bookingFailure(new ORPCError('booking.slot_taken', { status: 409 }), texts)).toEqual({
    text: 'This time is no longer free.',
    place: 'time',
    toast: 'Failed to book appointment. Please try again. This time is no longer free.',
  })
})

test('an unexpected failure shows at the end of the form and as a toast', () => {
  const text = 'Failed to book appointment. Please try again.'
  expect(bookingFailure(new Error('offline'), texts)).toEqual({ text, place: 'end', toast: text })
})
