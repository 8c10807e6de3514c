import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

type Push = { endpoint: string; headers: Record<string, string | number>; body: Buffer | null }

/** Sends a push and returns the status of the answer. */
export type Post = (push: Push) => Promise<number>

class NotPublic extends Error {}
export const isNotPublic = (error: unknown): boolean => error instanceof NotPublic

const patienceMs = 5_000

/** Networks in which nothing public is. Of IPv6, only 2000::/3 is public, except for what embeds IPv4 addresses. */
const internal = {
  ipv4: listOf('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ]),
  ipv6: listOf('ipv6', [
    '::/3',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '4000::/2',
    '8000::/1',
  ]),
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return !internal[family].check(address, family)
}

/** Looks up a host when the connection is made, so that its name can't lead elsewhere between check and use. */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '')
    if (!found.every(({ address }) => isPublicAddress(address)))
      return callback(new NotPublic(`${host} isn't public`), '')
    const [first] = found
    if (options.all) callback(null, found)
    else callback(null, first!.address, first!.family)
  })
}

/** Posts to public hosts only, follows no redirect and reads no answer, because people's browsers choose the address. */
export const postToPublic: Post = ({ endpoint, headers, body }) =>
  new Promise((resolve, reject) => {
    // Node looks up no address that is one already.
    if (isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')))
      return reject(new NotPublic('an address without a name'))
    const sent = request(
      endpoint,
      {
        method: 'POST',
        headers,
        lookup: lookupPublic,
        agent: false,
        signal: AbortSignal.timeout(patienceMs),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
