import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/**
 * The true address of the client. `X-Forwarded-For` is believed only as far as it was written by proxies that the
 * operator named (addresses or CIDR ranges, separated by commas); a client cannot choose its own address.
 */
export function clientAddressReader(trustedProxies: string): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const entry of trustedProxies
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix) trusted.addSubnet(address, Number(prefix), family)
    else trusted.addAddress(address, family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '')
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()))
    while (hops.length > 0 && isTrusted(address)) {
      const hop = hops.pop()
      if (!hop) break
      address = hop
    }
    return address
  }
}

const plain = (address: string) => address.replace(/^::ffff:/, '')
