import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Reads the client's true address. Believes `X-Forwarded-For` only as far as it was written by proxies that the
 * operator named (addresses or CIDR ranges, separated by commas), so a client can't choose its address. Throws if
 * `trustedProxies` is malformed.
 */
export function clientAddressReader(trustedProxies: string): (request: IncomingMessage) => string {
  const trusted = trustedList(trustedProxies)
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address))

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '')
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
    while (hops.length > 0 && isTrusted(address)) {
      const hop = plain(hops.pop()!.trim())
      // A proxy that hides its client ("unknown") is the last hop we know.
      if (isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

export type PeerKind = 'this machine' | 'a private network' | 'elsewhere'

const privateNetworks = trustedList(
  '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7, fe80::/10',
)
const loopback = trustedList('127.0.0.0/8, ::1')

/**
 * Reports `X-Forwarded-For` from peers that `trustedProxies` doesn't name, once per kind of peer: behind a forgotten
 * proxy, all visitors look like one client and share its limits.
 */
export function unnamedProxies(trustedProxies: string, tell: (kind: PeerKind) => void) {
  const trusted = trustedList(trustedProxies)
  const told = new Set<PeerKind>()
  return (request: IncomingMessage): void => {
    if (!request.headers['x-forwarded-for']) return
    const peer = plain(request.socket.remoteAddress ?? '')
    if (isIP(peer) === 0 || trusted.check(peer, familyOf(peer))) return
    const isIn = (list: BlockList) => list.check(peer, familyOf(peer))
    const kind = isIn(loopback) ? 'this machine' : isIn(privateNetworks) ? 'a private network' : 'elsewhere'
    if (told.has(kind)) return
    told.add(kind)
    tell(kind)
  }
}

export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function trustedList(proxies: string): BlockList {
  const list = new BlockList()
  for (const entry of proxies.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [address = '', prefix, ...rest] = entry.split('/')
    const bits = familyOf(address) === 'ipv6' ? 128 : 32
    const length = prefix === undefined ? bits : Number(prefix || Number.NaN)
    if (isIP(address) === 0 || rest.length > 0 || !Number.isInteger(length) || length < 0 || length > bits) {
      throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a range of addresses`)
    }
    list.addSubnet(address, length, familyOf(address))
  }
  return list
}

function plain(address: string): string {
  const bare = address.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/%.*$/, '')
  const withoutPort = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return withoutPort.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * Returns what a client is counted by: its IPv4 address, or the first 64 bits of an IPv6 one, since a household or a
 * rented server has all the addresses below them.
 */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? `${firstGroups(address, 4)}::/64` : address
}

/** Returns what one tenant can easily have at once: 256 IPv4 addresses, or the first 48 bits of IPv6 ones. */
export function regionOf(address: string): string {
  if (isIP(address) === 6) return `${firstGroups(address, 3)}::/48`
  return address.replace(/\.\d+$/, '.0/24')
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
