import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddressReader, networkOf, regionOf, unnamedProxies } from './client-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

test('without trusted proxies, a client’s address is its connection’s, whatever its headers claim', () => {
  const read = clientAddressReader('')
  expect(read(from('203.0.113.7'))).toBe('203.0.113.7')
  expect(read(from('203.0.113.7', '10.0.0.1'))).toBe('203.0.113.7')
  expect(read(from('::ffff:203.0.113.7', '10.0.0.1'))).toBe('203.0.113.7')
})

test('a trusted proxy is believed about the hop it saw, and not about earlier ones', () => {
  const read = clientAddressReader('10.0.0.1')
  expect(read(from('10.0.0.1', '198.51.100.9'))).toBe('198.51.100.9')
  expect(read(from('10.0.0.1', '1.1.1.1, 198.51.100.9'))).toBe('198.51.100.9')
  expect(read(from('10.0.0.2', '198.51.100.9'))).toBe('10.0.0.2')
})

test('a chain of trusted proxies is followed to the first stranger', () => {
  const read = clientAddressReader('10.0.0.0/8, 2001:db8::/32')
  expect(read(from('10.0.0.1', '1.1.1.1, 198.51.100.9, 2001:db8::5, 10.9.9.9'))).toBe('198.51.100.9')
  expect(read(from('::ffff:10.0.0.1', '[2001:4860::8]:443'))).toBe('2001:4860::8')
  expect(read(from('10.0.0.1', '198.51.100.9:4711'))).toBe('198.51.100.9')
})

test('a hop that is not an address ends the chain at the proxy that wrote it', () => {
  const read = clientAddressReader('10.0.0.0/8')
  for (const hop of ['unknown', '', '_hidden', '<script>', '999.1.1.1', 'localhost'])
    expect(read(from('10.0.0.1', `1.1.1.1, ${hop}`))).toBe('10.0.0.1')
})

test('no header makes the reader fail or return anything but an address', () => {
  const read = clientAddressReader('10.0.0.0/8')
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())), (hops) => {
      expect(networkOf(read(from('10.0.0.1', hops.join(','))))).toMatch(/^[\da-f.:]+(\/64)?$/)
    }),
  )
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '300.1.1.1'])(
  'the setting %s is refused by name',
  (setting) => {
    expect(() => clientAddressReader(setting)).toThrow(`TRUSTED_PROXIES: "${setting}"`)
  },
)

test('a region is a network that one tenant can easily have', () => {
  expect(regionOf('203.0.113.7')).toBe('203.0.113.0/24')
  expect(regionOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(regionOf('2001:0DB8:1:ffff::9')).toBe('2001:db8:1::/48')
  expect(regionOf('::1')).toBe('0:0:0::/48')
})

test('an IPv6 client is counted by its network, an IPv4 one by its address', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('an unnamed proxy is reported once for each kind of peer, and a named one never', () => {
  const told: string[] = []
  const notice = unnamedProxies('10.0.0.1', (kind) => told.push(kind))
  for (const peer of ['10.0.0.1', '203.0.113.7', '127.0.0.1', '10.0.0.2']) notice(from(peer))
  notice(from('10.0.0.1', '203.0.113.9'))
  expect(told).toEqual([])
  for (const peer of [
    '172.18.0.1',
    '::ffff:172.18.0.1',
    '10.0.0.2',
    '127.0.0.1',
    '::1',
    '203.0.113.7',
    '2001:db8::1',
  ])
    notice(from(peer, '203.0.113.9'))
  expect(told).toEqual(['a private network', 'this machine', 'elsewhere'])
})
