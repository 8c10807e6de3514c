import { expect, test } from 'vitest'
import { contactHint } from './contact-hint.ts'
import { joinUrl, mayJoin, meetingHost } from './join.ts'
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

test('a link of a known service can be joined, and any other text is only shown', () => {
  for (const link of [
    'https://zoom.us/j/1',
    'https://us02web.zoom.us/j/1',
    'https://app.zoom.com/j/1',
    'https://meet.google.com/abc-defg-hij',
  ])
    for (const method of ['zoom', 'google_meet', 'whatsapp'] as const)
      expect([joinUrl(meeting(link, method), 'owner', 'vet'), contactHint(method, link)], link).toEqual([
        link,
        null,
      ])
  for (const text of [
    'my room 5',
    'http://zoom.us/j/1',
    'https://zoom.us@evil.example/j/1',
    'javascript:alert(1)',
    'https://evil.example/zoom.us',
    'https://zoom.us.evil.example/j/1',
    'https://evilzoom.us/j/1',
    'https://docs.google.com/forms/1',
  ])
    expect([joinUrl(meeting(text), 'provider', 'vet'), contactHint('zoom', text)], text).toEqual([
      null,
      'A Zoom or Google Meet link begins with https://. Other text is shown as it is, without a Join button.',
    ])
})

test('a number without its country code brings a hint', () => {
  expect(contactHint('whatsapp', '+91 98123 45678')).toBeNull()
  for (const text of ['98123 45678', 'call me', '+91 98123 45678 98123 45678'])
    expect(contactHint('whatsapp', text), text).toContain('country code')
  expect(contactHint('whatsapp', ' ')).toBeNull()
})
