import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'

export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Starts an S3 store with one bucket. It fills two gaps of the library: version 4 signatures aren't checked, and page
 * tokens need a cipher that OpenSSL has dropped.
 */
export async function startS3Server(bucket: string) {
  const directory = await mkdtemp(join(tmpdir(), 'pawfolk-s3-'))
  const store = new S3rver({
    directory,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await store.run()
  const seen = { refused: 0, isDown: false }

  const front = createServer(async (request, response) => {
    if (seen.isDown) return void response.writeHead(503).end()
    const body = await buffer(request)
    if (!isSigned(request, body)) {
      seen.refused++
      const refusal = '<Error><Code>SignatureDoesNotMatch</Code><Message>No</Message></Error>'
      return void response.writeHead(403).end(refusal)
    }
    const isList = request.url!.includes('list-type=2')
    const path = isList ? byMarker(request.url!) : request.url!
    const { host: _host, connection: _connection, ...headers } = request.headers
    const { method } = request
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const content = Buffer.from(await answer.arrayBuffer())
    const sent = isList ? Buffer.from(withToken(content.toString())) : content
    const {
      'content-length': _length,
      'transfer-encoding': _encoding,
      ...kept
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, { ...kept, 'content-length': sent.length }).end(sent)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')

  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    seen,
    async close() {
      front.close()
      front.closeAllConnections()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function byMarker(path: string): string {
  const url = new URL(path, 'http://s3.test')
  const token = url.searchParams.get('continuation-token')
  for (const name of ['list-type', 'continuation-token']) url.searchParams.delete(name)
  if (token) url.searchParams.set('marker', token)
  return url.pathname + url.search
}

function withToken(xml: string): string {
  const last = [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].at(-1)?.[1]
  if (!last || !xml.includes('<IsTruncated>true</IsTruncated>')) return xml
  return xml.replace('<IsTruncated>', `<NextContinuationToken>${last}</NextContinuationToken><IsTruncated>`)
}

/** Checks that the request is signed with the keys, by the letter of the protocol. */
function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const parts = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  // The client chooses what protects the content: its hash, or https alone.
  const hash = String(headers['x-amz-content-sha256'])
  if (!parts || !['UNSIGNED-PAYLOAD', sha256(body)].includes(hash)) return false
  const [credential, signedHeaders, signature] = parts.slice(1) as [string, string, string]
  const [accessKeyId, ...scope] = credential.split('/')
  if (accessKeyId !== s3Keys.accessKeyId || scope.slice(2).join('/') !== 's3/aws4_request') return false
  const { pathname, searchParams } = new URL(url!, 'http://s3.test')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${s3Keys.secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}
