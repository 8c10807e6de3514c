import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OAuth2Server } from 'oauth2-mock-server'

export type ProviderPerson = { id: string; name: string; email?: string; verified?: boolean }

export type Peer = { settings: Record<string, string>; close(): Promise<void> }

const textOf = (query: URLSearchParams): ProviderPerson => ({
  id: query.get('id') || randomUUID(),
  name: query.get('name') ?? '',
  ...(query.get('email') && { email: query.get('email')! }),
  verified: query.get('verified') === 'on',
})

/** Serves the provider's own page, where a person says who they are. */
function sendChoosingPage(response: ServerResponse, title: string, action: string, query: URLSearchParams) {
  const hidden = [...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  const fields = ['id', 'name', 'email'].map((name) => `<label>${name} <input name="${name}"></label>`)
  response.writeHead(200, { 'content-type': 'text/html' }).end(
    `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>
     <form action="${action}">${hidden.join('')}${fields.join('<br>')}<br>
     <label>verified <input type="checkbox" name="verified"></label><br>
     <button>Continue</button> <button name="refused" value="1">Refuse</button></form></html>`,
  )
}

/** Speaks OpenID Connect as Google does: a code with PKCE, a token for it, and claims for the token. */
export async function startGoogle(): Promise<Peer> {
  const server = new OAuth2Server()
  const { service } = server
  const byCode = new Map<string, ProviderPerson>()
  const byToken = new Map<string, ProviderPerson>()
  await server.issuer.keys.generate('RS256')
  service.addRoute('GET', '/choose', (request, response) =>
    sendChoosingPage(
      response,
      'Google, for tests',
      '/authorize',
      new URL(request.url!, 'http://peer').searchParams,
    ),
  )
  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request: { url: string }) => {
    const query = new URL(request.url, 'http://peer').searchParams
    byCode.set(url.searchParams.get('code') ?? '', textOf(query))
    if (!query.has('refused')) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })
  service.on(
    'beforeResponse',
    (answer: { body: Record<string, unknown>; statusCode: number }, { body }: { body: { code: string } }) => {
      const person = byCode.get(body.code)
      byCode.delete(body.code)
      if (person) byToken.set(String(answer.body['access_token']), person)
      else Object.assign(answer, { statusCode: 400, body: { error: 'invalid_grant' } })
    },
  )
  service.on(
    'beforeUserinfo',
    (answer: { body: object }, { headers }: { headers: { authorization?: string } }) => {
      const person = byToken.get(headers.authorization?.replace('Bearer ', '') ?? '')
      answer.body = {
        sub: person?.id,
        name: person?.name,
        email: person?.email,
        email_verified: person?.verified === true,
        picture: 'https://lh3.example/photo.jpg',
      }
    },
  )
  await server.start(0, '127.0.0.1')
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    settings: {
      GOOGLE_CLIENT_ID: 'a-google-client',
      GOOGLE_CLIENT_SECRET: 'a-google-secret',
      GOOGLE_AUTHORIZATION_URL: `${url}/choose`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_PROFILE_URL: `${url}/userinfo`,
    },
    close: () => server.stop(),
  }
}

/**
 * Speaks OAuth 2 with a call for the profile, as Facebook does; the address may be missing and is never vouched for.
 */
export async function startFacebook(): Promise<Peer> {
  const byCode = new Map<string, { person: ProviderPerson; redirectUri: string }>()
  const byToken = new Map<string, ProviderPerson>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://peer')
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/dialog')
      return sendChoosingPage(response, 'Facebook, for tests', '/said', searchParams)
    if (pathname === '/said') {
      const back = new URL(searchParams.get('redirect_uri')!)
      back.searchParams.set('state', searchParams.get('state')!)
      if (searchParams.has('refused')) back.searchParams.set('error', 'access_denied')
      else {
        const code = randomUUID()
        byCode.set(code, { person: textOf(searchParams), redirectUri: searchParams.get('redirect_uri')! })
        back.searchParams.set('code', code)
      }
      return response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/token') {
      const form = new URLSearchParams(await text(request))
      const given = byCode.get(form.get('code') ?? '')
      byCode.delete(form.get('code') ?? '')
      const isRight =
        given?.redirectUri === form.get('redirect_uri') && form.get('client_secret') === 'a-facebook-secret'
      if (!given || !isRight) return json(400, { error: { message: 'This code has been used.' } })
      const token = randomUUID()
      byToken.set(token, given.person)
      return json(200, { access_token: token, token_type: 'bearer', expires_in: 5000 })
    }
    const person = byToken.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return json(401, { error: { message: 'Invalid OAuth access token.' } })
    return json(200, { id: person.id, name: person.name, ...(person.email && { email: person.email }) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      FACEBOOK_CLIENT_ID: 'a-facebook-client',
      FACEBOOK_CLIENT_SECRET: 'a-facebook-secret',
      FACEBOOK_AUTHORIZATION_URL: `${url}/dialog`,
      FACEBOOK_TOKEN_URL: `${url}/token`,
      FACEBOOK_PROFILE_URL: `${url}/me?fields=id,name,email`,
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Fills in a provider's page, and returns the path of ours that it leads back to. */
export async function sayWho(authorizationUrl: string, person: ProviderPerson | 'refuse'): Promise<string> {
  const asked = new URL(authorizationUrl)
  const said = new URL(asked.pathname === '/choose' ? '/authorize' : '/said', asked)
  said.search = asked.search
  if (person === 'refuse') said.searchParams.set('refused', '1')
  else
    for (const [name, value] of Object.entries(person))
      said.searchParams.set(name, value === true ? 'on' : String(value))
  const answer = await fetch(said, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  return back.pathname + back.search
}
