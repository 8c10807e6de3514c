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
    'Please verify your email before logging in. We have just sent you a new link.',
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

test('a login that is closed by too many tries says that other ways are open, and no other does', () => {
  expect(loginRefusal(new AuthError(429, 'TOO_MANY_ATTEMPTS')).otherWays).toBe(true)
  expect(loginRefusal(new AuthError(401, 'INVALID_EMAIL_OR_PASSWORD')).otherWays).toBeUndefined()
})

test('who asked for too many links is told that those of the last hour still work', () => {
  expect(askForResetRefusal(new AuthError(429, 'TOO_MANY_ATTEMPTS'))).toContain(
    'in the last hour still works',
  )
  expect(askForResetRefusal(new AuthError(0, 'UNREACHABLE'))).toBe(connection)
})

test('where no mails are sent, who asks for a link in one is told so', () => {
  const error = new AuthError(503, 'NO_MAILS_HERE')
  const said = 'Emails are not set up here, so no link can be sent.'
  expect([resetRefusal(error, 'otherwise'), emailRefusal(error)]).toEqual([said, said])
})

test('who asked for too many codes is told how long to wait, where it is known', () => {
  const refusedFor = (seconds: number) => phoneReason(new AuthError(429, 'TOO_MANY_ATTEMPTS', seconds))
  expect([2350, 60, 0].map(refusedFor)).toEqual([
    'Too many attempts. Please try again in 40 minutes.',
    'Too many attempts. Please try again in a minute.',
    'Too many attempts. Please try again later.',
  ])
})

test('whoever is suspended is told so, however they come in', () => {
  const told = 'This account is suspended. Please contact support.'
  expect(phoneReason(new AuthError(403, 'ACCOUNT_SUSPENDED'))).toBe(told)
  expect(socialCodeText('ACCOUNT_SUSPENDED', 'Google')).toBe(told)
})
