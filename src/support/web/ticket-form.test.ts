import { expect, test } from 'vitest'
import { emptyTicket, isTouched, type TicketDraft, ticketProblems } from './ticket-form.ts'

const good: TicketDraft = {
  ...emptyTicket,
  topic: 'booking',
  subject: 'The bill',
  message: 'Where do I find the bill?',
}

test('every empty field is named, in the order of the form; a booking and files may be left out', () => {
  expect(Object.keys(ticketProblems(emptyTicket))).toEqual(['topic', 'subject', 'message'])
  expect(ticketProblems(good)).toEqual({})
})

test('a message is 20 to 5000 characters long, blanks around it not counted', () => {
  expect(ticketProblems({ ...good, message: `${'x'.repeat(19)}   ` })).toHaveProperty('message')
  expect(ticketProblems({ ...good, message: 'x'.repeat(5000) })).toEqual({})
  expect(ticketProblems({ ...good, message: 'x'.repeat(5001) })).toHaveProperty('message')
})

test('a draft is kept as soon as anything is in it', () => {
  expect(isTouched(emptyTicket)).toBe(false)
  expect(isTouched({ ...emptyTicket, subject: 'B' })).toBe(true)
  expect(isTouched({ ...emptyTicket, files: [new File([], 'a.pdf')] })).toBe(true)
})
