import { existsSync, globSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { contentSecurityPolicy, inlineScriptHashes } from './security.ts'

const startPage = '__spa-fallback.html'

/**
 * Serves the built web app: prerendered pages, hashed assets (kept for ever by the browser, compressed once by the
 * build), and for every other path the page that starts the app in the browser. Each page is sent with a policy that
 * allows exactly the inline scripts it was built with.
 */
export function builtFiles(folder: string): RequestListener {
  if (!existsSync(folder)) return notBuilt
  const policies = new Map(
    globSync('**/*.html', { cwd: folder }).map((name) => [
      `/${name}`,
      contentSecurityPolicy(inlineScriptHashes(readFileSync(join(folder, name), 'utf8'))),
    ]),
  )
  const policyOf = (pathname: string) =>
    policies.get(pathname) ??
    policies.get(`${pathname.replace(/\/$/, '')}/index.html`) ??
    policies.get(`/${startPage}`)
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: startPage,
    setHeaders(response, pathname) {
      const cache = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      response.setHeader('cache-control', cache)
    },
  })
  return (request, response) => {
    // Not in setHeaders, which a 304 does not pass: a browser takes the policy of the 304 for the page it has kept.
    const policy = policyOf(URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/')
    if (policy) response.setHeader('content-security-policy', policy)
    serve(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    })
  }
}

/** The API works without the web app: tests of the server alone need no build. */
const notBuilt: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain' }).end('The web app is not built: npm run build')
}
