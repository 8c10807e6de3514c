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

/** Mantine sets styles inline, so styles allow it; scripts never do. */
export function contentSecurityPolicy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  )
}

/**
 * True when a browser says that another site makes this request. Programs send none of these headers and carry no
 * cookies of ours, so they pass.
 */
export function isCrossSite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return true
  if (!origin) return false
  const allowed = [publicUrl && new URL(publicUrl).host, host]
  return !URL.canParse(origin) || !allowed.includes(new URL(origin).host)
}
