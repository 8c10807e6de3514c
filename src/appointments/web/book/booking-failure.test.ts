import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { appointmentsText } from '#/appointments/text.ts'
import { bookingFailure } from './booking-failure.ts'

const texts = { ...appointmentsText, 'appointments.phone_needed': 'Please confirm your phone number.' }

test('whoever needs a phone number first is led to where one is confirmed', () => {
  expect(bookingFailure(new ORPCError('appointments.phone_needed', { status: 403 }), texts)).toEqual({
    text: 'Please confirm your phone number.',
    place: 'end',
    toast: null,
    way: { to: '/edit-profile?section=security', label: 'Confirm a phone number' },
  })
})

test('H4: whoever has confirmed nothing is told what to do next, with a way there', () => {
  expect(bookingFailure(new ORPCError('appointments.unconfirmed', { status: 403 }), texts)).toEqual({
    text: expect.stringMatching(/^Please confirm your email address or phone number first\./),
    place: 'end',
    toast: null,
    way: { to: '/edit-profile?section=security', label: 'Confirm address' },
  })
})

test('a lost race is told in the words of every failed booking, with the reason after them and beside the times', () => {
  expect(bookingFailure(new ORPCError('booking.slot_taken', { status: 409 }), texts)).toEqual({
    text: 'This time is no longer free.',
    place: 'time',
    toast: 'Failed to book appointment. Please try again. This time is no longer free.',
  })
})

test('a failure that nobody foresaw is told at the end of the form and as a toast', () => {
  const text = 'Failed to book appointment. Please try again.'
  expect(bookingFailure(new Error('offline'), texts)).toEqual({ text, place: 'end', toast: text })
})
