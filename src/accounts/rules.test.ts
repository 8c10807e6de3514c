import { expect, test } from 'vitest'
import { asciiEmail, isCode, isEmail, nextSetupStep, plainCode, roleFrom } from './rules.ts'

test.each([
  'asha@example.org',
  'dr.meera+vet@clinic.co.in',
  "o'neil@example.org",
  'RAVI@EXAMPLE.ORG',
  'r&d@example.org',
  'first.last/dept@example.org',
  'user@example.xn--h2brj9c',
  'user@xn--mnchen-3ya.example',
  'user@münchen.example',
  'user@उदाहरण.भारत',
])('%s is an email address', (value) => {
  expect(isEmail(value)).toBe(true)
})

test.each([
  ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
  ['user@example.भारत', 'user@example.xn--h2brj9c'],
  ['Asha@Example.org', 'Asha@Example.org'],
  ['user@münchen.example/evil', 'user@münchen.example/evil'],
  ['user@', 'user@'],
  ['müller', 'müller'],
])('mail servers know %s as %s', (typed, known) => {
  expect(asciiEmail(typed)).toBe(known)
})

test.each([
  '',
  'asha',
  'asha@',
  'asha@localhost',
  '@example.org',
  'asha@@example.org',
  'a..b@example.org',
  '.asha@example.org',
  'asha@-example.org',
  'asha verma@example.org',
  'asha@example.xn--',
  'asha@example.1a',
  'müller@example.org',
  'asha@mün chen.example',
  'asha(office)@example.org',
  'asha@example.org\u0000',
  'asha@example.org\r\nBcc: all@example.org',
  `${'a'.repeat(250)}@example.org`,
  'somebody@no-email.invalid',
  'somebody@NO-EMAIL.INVALID',
])('%j is not an email address', (value) => {
  expect(isEmail(value)).toBe(false)
})

test.each([
  [{ role: null, hasRecord: false, name: 'Asha' }, 'role'],
  [{ role: 'pet_sitter', hasRecord: false, name: 'Asha' }, 'record'],
  [{ role: 'pet_owner', hasRecord: true, name: ' ' }, 'name'],
  [{ role: 'pet_owner', hasRecord: true, name: 'Asha' }, null],
])('of %j the next step is %s', (person, step) => {
  expect(nextSetupStep(person)).toBe(step)
})

test('an unknown role means pet owner, and admin is no role', () => {
  expect(roleFrom('pet_sitter')).toBe('pet_sitter')
  for (const value of ['admin', 'none', '', '__proto__', 'PET_SITTER'])
    expect(roleFrom(value)).toBe('pet_owner')
})

test.each(['341537', '341 537', ' 341-537 ', '341\u2013537', '341\u00a0537', '34 15 37\u200b'])(
  'codes: %j is the code 341537, however it is written',
  (typed) => {
    expect(plainCode(typed)).toBe('341537')
    expect(isCode(plainCode(typed))).toBe(true)
  },
)

test.each(['34153', '3415377', '34153a', ''])('codes: %j isn’t valid', (typed) => {
  expect(isCode(plainCode(typed))).toBe(false)
})
