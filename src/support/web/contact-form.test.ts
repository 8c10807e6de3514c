import { expect, test } from 'vitest'
import { type ContactDraft, messageOf, problemsOf } from './contact-form.ts'

const good: ContactDraft = {
  name: 'Asha',
  email: 'asha@example.org',
  phone: '',
  topic: 'booking',
  message: 'Bruno’s visit is on Monday.',
}

test('a message with a name, one way to answer, a topic and something to say has no problems', () => {
  expect(problemsOf(good)).toEqual({})
  expect(problemsOf({ ...good, email: '', phone: '98450 12345' })).toEqual({})
})

test('every empty field is named, in the order of the form', () => {
  const blank = { name: ' ', email: '', phone: '', topic: '', message: '' }
  expect(Object.keys(problemsOf(blank))).toEqual(['name', 'email', 'topic', 'message'])
})

test('an email or phone that can’t work is named', () => {
  expect(problemsOf({ ...good, email: 'asha' })).toHaveProperty('email')
  expect(problemsOf({ ...good, phone: 'call me' })).toHaveProperty('phone')
})

test('a message is 20 to 2000 characters long, blanks around it not counted', () => {
  expect(problemsOf({ ...good, message: `${'x'.repeat(19)}   ` })).toHaveProperty('message')
  expect(problemsOf({ ...good, message: 'x'.repeat(20) })).toEqual({})
  expect(problemsOf({ ...good, message: 'x'.repeat(2000) })).toEqual({})
  expect(problemsOf({ ...good, message: 'x'.repeat(2001) })).toHaveProperty('message')
})

test('what is sent is trimmed, with the hidden field only when it was filled', () => {
  expect(messageOf({ ...good, name: ' Asha ' }, '')).toEqual(good)
  expect(messageOf(good, 'https://spam.example')).toHaveProperty('website')
})
