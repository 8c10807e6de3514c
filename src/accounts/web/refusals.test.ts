import { expect, test } from 'vitest'
import { AuthError } from './auth.ts'
import {
  askForResetRefusal,
  emailRefusal,
  loginRefusal,
  phoneReason,
  resetRefusal,
  signupRefusal,
  socialCodeText,
} from './refusals.ts'

const connection =
  'Unable to connect to the authentication service. Please check your internet connection and try again.'

test.each<[string, unknown, string, object]>([
  [
    'wrong credentials',
    new AuthError(401, 'INVALID_EMAIL_OR_PASSWORD'),
    'Login failed. Please check your credentials and try again.',
    { message: 'Incorrect email or password. Please try again.' },
  ],
  [
    'an address that is not verified',
    new AuthError(403, 'EMAIL_NOT_VERIFIED'),
    'Please verify your email before logging in. We’ve just sent you a new link.',
    { message: 'Please verify your email before logging in.' },
  ],
  [
    'a suspended account',
    new AuthError(403, 'ACCOUNT_SUSPENDED'),
    'This account is suspended. Please contact support.',
    { message: 'This account is suspended. Please contact support.' },
  ],
  [
    'too many tries',
    new AuthError(429, 'TOO_MANY_ATTEMPTS'),
    'Too many login attempts. Please try again later.',
    { message: 'Too many login attempts. Please try again later.' },
  ],
  [
    'a lost connection',
    new AuthError(0, 'UNREACHABLE'),
    connection,
    { title: 'Connection issue', message: connection },
  ],
  [
    'a fault of ours',
    new AuthError(500, 'INTERNAL_SERVER_ERROR'),
    'An unexpected error occurred during login. Please try again.',
    {
      title: 'Something went wrong',
      message: 'An unexpected error occurred during login. Please try again.',
    },
  ],
  [
    'a defect in the page',
    new TypeError('x is not a function'),
    'An unexpected error occurred during login. Please try again.',
    {
      title: 'Something went wrong',
      message: 'An unexpected error occurred during login. Please try again.',
    },
  ],
])('a login refused for %s says so', (_why, error, inline, toast) => {
  expect(loginRefusal(error)).toMatchObject({ inline, toast })
})

test.each<[string, unknown, string, string]>([
  [
    'a taken address',
    new AuthError(422, 'EMAIL_TAKEN'),
    'This email is already registered. Try logging in instead.',
    'This email is already registered. Try logging in instead.',
  ],
  [
    'a weak password',
    new AuthError(400, 'PASSWORD_TOO_SHORT'),
    'Please use a stronger password (at least 6 characters).',
    'Please use a stronger password (at least 6 characters).',
  ],
  [
    'a bad address',
    new AuthError(400, 'INVALID_EMAIL'),
    'Please enter a valid email address.',
    'Please enter a valid email address.',
  ],
  [
    'too many tries',
    new AuthError(429, 'TOO_MANY_ATTEMPTS'),
    'Too many signup attempts. Please try again later.',
    'Too many signup attempts. Please try again later.',
  ],
  ['a lost connection', new AuthError(0, 'UNREACHABLE'), connection, connection],
  [
    'a user that could not be saved',
    new AuthError(500, 'Database error saving new user'),
    'An unexpected error occurred during signup. Please try again.',
    'An unexpected error occurred. Please try again later.',
  ],
])('a signup refused for %s says so', (_why, error, inline, message) => {
  const refusal = signupRefusal(error)
  expect([refusal.inline, refusal.toast.message]).toEqual([inline, message])
  expect(JSON.stringify(refusal)).not.toContain('Database')
})

test('a login refused for too many tries names other ways to log in, and no other refusal does', () => {
  expect(loginRefusal(new AuthError(429, 'TOO_MANY_ATTEMPTS')).otherWays).toBe(true)
  expect(loginRefusal(new AuthError(401, 'INVALID_EMAIL_OR_PASSWORD')).otherWays).toBeUndefined()
})

test('after too many links, people learn that those of the last hour still work', () => {
  expect(askForResetRefusal(new AuthError(429, 'TOO_MANY_ATTEMPTS'))).toContain(
    'in the last hour still works',
  )
  expect(askForResetRefusal(new AuthError(0, 'UNREACHABLE'))).toBe(connection)
})

test('where mail isn’t set up, people who ask for a link are told so', () => {
  const error = new AuthError(503, 'NO_MAILS_HERE')
  const said = 'Email isn’t set up here, so we can’t send a link.'
  expect([resetRefusal(error, 'otherwise'), emailRefusal(error)]).toEqual([said, said])
})

test('after too many codes, people are told how long to wait, if it is known', () => {
  const refusedFor = (seconds: number) => phoneReason(new AuthError(429, 'TOO_MANY_ATTEMPTS', seconds))
  expect([2350, 60, 0].map(refusedFor)).toEqual([
    'Too many attempts. Please try again in 40 minutes.',
    'Too many attempts. Please try again in a minute.',
    'Too many attempts. Please try again later.',
  ])
})

test('suspended people are told so, however they log in', () => {
  const told = 'This account is suspended. Please contact support.'
  expect(phoneReason(new AuthError(403, 'ACCOUNT_SUSPENDED'))).toBe(told)
  expect(socialCodeText('ACCOUNT_SUSPENDED', 'Google')).toBe(told)
})
