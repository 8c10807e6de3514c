import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Sent with every answer. The page's own scripts are allowed by hash; nothing else runs. */
export function setSecurityHeaders(response: ServerResponse, options: { https: boolean }): void {
  response.setHeader('content-security-policy', contentSecurityPolicy([]))
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('permissions-policy', 'geolocation=(self), camera=(self), microphone=(), payment=(self)')
  if (options.https) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Those of them that only documents obey. */
export const pageHeaders = [
  'content-security-policy',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

/** Allows inline styles, which Mantine sets, but never inline scripts. `images`: other sites whose images are shown. */
export function contentSecurityPolicy(scriptHashes: string[], images: string[] = []): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    // The decoder of HEIC photos makes its worker from its own text.
    "worker-src 'self' blob:",
    ["img-src 'self' data: blob:", ...images].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the hashes of a page's inline scripts as browsers compute them, with every line break as a line feed. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!.replace(/\r\n?/g, '\n')).digest('base64')}`,
  )
}

/**
 * Returns true if a browser says that another site makes this request. With a public address, only pages of exactly
 * that address count as ours; without one, pages of the host the request was sent to. Programs send none of these
 * headers and carry no cookies of ours, so they pass.
 */
export function isCrossSite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return true
  if (!origin) return false
  const from = URL.parse(origin)
  if (!from) return true
  return publicUrl ? from.origin !== new URL(publicUrl).origin : from.host !== host?.toLowerCase()
}
