import { expect, test } from 'vitest'
import { loginProblems, signupProblems } from './credentials.ts'

test('a login needs a valid address and a password of six characters', () => {
  expect(loginProblems({ email: '', password: '' })).toEqual({
    email: 'Please enter a valid email',
    password: 'Password must be at least 6 characters',
  })
  expect(loginProblems({ email: ' asha@example.org ', password: '123456' })).toEqual({})
  expect(loginProblems({ email: 'asha@example.org', password: '12345' })).toEqual({
    password: 'Password must be at least 6 characters',
  })
})

test('a signup needs the password twice', () => {
  const email = 'asha@example.org'
  expect(signupProblems({ email, password: '123456', confirmPassword: '123456' })).toEqual({})
  expect(signupProblems({ email, password: '123456', confirmPassword: '12345' })).toEqual({
    confirmPassword: 'Password must be at least 6 characters',
  })
  expect(signupProblems({ email, password: '123456', confirmPassword: '123457' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
})

test('six blanks are no password', () => {
  const blanks = { password: '      ', confirmPassword: '      ' }
  expect(signupProblems({ email: 'asha@example.org', ...blanks })).toEqual({
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Password must be at least 6 characters',
  })
})

test('a password that the server would refuse is refused in the form', () => {
  const password = 'x'.repeat(129)
  expect(signupProblems({ email: 'asha@example.org', password, confirmPassword: password })).toEqual({
    password: 'Password must be at most 128 characters',
    confirmPassword: 'Password must be at most 128 characters',
  })
})
