import { expect, test } from 'vitest'
import { joinUrl, mayJoin } from './join.ts'

const meeting = (contactLink: string, contactMethod = 'zoom') => ({
  contactMethod,
  contactLink,
  petName: 'Bruno',
})

test('a meeting’s link is for both sides, and only where it is an https address', () => {
  expect(joinUrl(meeting('https://zoom.us/j/1'), 'owner', 'vet')).toBe('https://zoom.us/j/1')
  expect(joinUrl(meeting(' https://zoom.us/j/1 '), 'provider', 'vet')).toBe('https://zoom.us/j/1')
  for (const odd of [
    'javascript:alert(1)',
    'http://zoom.us',
    'zoom.us/j/1',
    'https://a b',
    'data:text/html,x',
    '',
  ])
    expect(joinUrl(meeting(odd), 'owner', 'vet'), odd).toBeNull()
})

test('a WhatsApp number is called by the vet, with a text, and in India where no country is said', () => {
  expect(joinUrl(meeting('+91 98123 45678', 'whatsapp'), 'owner', 'vet')).toBeNull()
  expect(joinUrl(meeting('+44 7700 900123', 'whatsapp'), 'provider', 'vet')).toMatch(
    /^https:\/\/wa\.me\/447700900123\?text=/,
  )
  expect(joinUrl(meeting('98123 45678', 'whatsapp'), 'provider', 'vet')).toMatch(
    /^https:\/\/wa\.me\/919812345678\?text=.*Bruno/,
  )
  expect(joinUrl(meeting('ask me', 'whatsapp'), 'provider', 'vet')).toBeNull()
})

test('it is joined from ten minutes before to the end, while it is confirmed', () => {
  const startsAt = new Date('2026-11-05T10:00:00Z')
  const call = {
    status: 'confirmed',
    startsAt,
    endsAt: new Date('2026-11-05T10:30:00Z'),
    joinUrl: 'https://a.b',
  } as const
  const at = (clock: string, more = {}) => mayJoin({ ...call, ...more }, new Date(`2026-11-05T${clock}Z`))
  expect([at('09:49:59'), at('09:50:00'), at('10:29:59'), at('10:30:00')]).toEqual([false, true, true, false])
  expect(at('10:00:00', { status: 'pending' })).toBe(false)
  expect(at('10:00:00', { joinUrl: null })).toBe(false)
})
