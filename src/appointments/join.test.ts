import { expect, test } from 'vitest'
import { contactHint } from './contact-hint.ts'
import { canReplace, isReachable, joinUrl, mayJoin, meetingHost } from './join.ts'
import type { ContactMethod } from './shapes.ts'

const meeting = (contactLink: string, contactMethod: ContactMethod = 'zoom') => ({
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

test('a WhatsApp number opens a chat with a text, with India as default country', () => {
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

test('a meeting link has a known host, and no URL that hides another one', () => {
  expect(meetingHost('https://meet.google.com/abc-defg-hij')).toBe('meet.google.com')
  expect(meetingHost(' HTTPS://Us02web.Zoom.us/j/1?pwd=x ')).toBe('us02web.zoom.us')
  expect(meetingHost('https://meet.example')).toBe('meet.example')
  for (const odd of [
    'https://zoom.us@evil.example/j/1',
    'https://10.0.0.1/j/1',
    'https://[::1]/',
    'https://localhost/j',
    'https://zoom',
    'https://zoom.us:8443/j/1',
    'https://.us/',
    'send me one',
    'https://',
    'https://xn--zom-lna.us/j/1',
    'https://a.xn--zom-lna.us/',
    'https://zo\u043em.us/j/1',
    'https://zoom\u3002us/j/1',
    'https://zoom.us\\@evil.example/',
    'https:\\\\zoom.us/j/1',
    'https:zoom.us/j/1',
    'https:///zoom.us/j/1',
    'https://user:word@zoom.us/',
    'https://%7aoom.us/',
    'javascript:alert(1)//https://zoom.us/',
    'data:text/html,<img src=x>',
    '<img src=x onerror=alert(1)>',
    'https://zoom.us/"><img src=x>',
  ])
    expect(meetingHost(odd), odd).toBeNull()
})

test('a way to meet needs a number or a link of its kind', () => {
  expect(isReachable('whatsapp', '+91 98123-45678')).toBe(true)
  expect(isReachable('whatsapp', '98123 45678')).toBe(true)
  expect(isReachable('zoom', 'https://zoom.us/j/1')).toBe(true)
  for (const odd of ['12', 'call me', 'https://zoom.us/j/1', '+91 98123 45678 98123 45678'])
    expect(isReachable('whatsapp', odd), odd).toBe(false)
  expect(isReachable('google_meet', '+919812345678')).toBe(false)
})

test('a service’s link is at its own host, and a number is replaced by a number or a link anywhere', () => {
  for (const own of ['https://zoom.us/j/1', 'https://us02web.zoom.us/j/1?pwd=x', 'https://zoom.com#1'])
    expect([isReachable('zoom', own), canReplace('zoom', own), contactHint('zoom', own)], own).toEqual([
      true,
      true,
      null,
    ])
  const foreign = [
    'https://zoom.us@evil.example/j/1',
    'https://evil.example/zoom.us',
    'https://zoom.us.evil.example',
    'https://evil.example#zoom.us',
    'https://evil.example/?zoom.us',
    'https://notzoom.us/',
    'https://meet.google.com/a',
  ]
  for (const odd of foreign) {
    expect([isReachable('zoom', odd), canReplace('zoom', odd)], odd).toEqual([false, false])
    expect(contactHint('zoom', odd), odd).toContain('at zoom.us')
    expect(joinUrl(meeting(odd), 'provider', 'trainer'), odd).toBeNull()
  }
  expect(isReachable('google_meet', 'https://meet.google.com/a')).toBe(true)
  for (const odd of ['https://google.com/a', 'https://evil.example/meet.google.com', 'https://zoom.us/j/1'])
    expect(isReachable('google_meet', odd), odd).toBe(false)
  expect(canReplace('whatsapp', 'https://meet.example/2')).toBe(true)
  expect(canReplace('whatsapp', 'https://zoom.us@evil.example/2')).toBe(false)
  expect(joinUrl(meeting('https://meet.example/2', 'whatsapp'), 'owner', 'vet')).toBe(
    'https://meet.example/2',
  )
})
