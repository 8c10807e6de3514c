import type { ServerResponse } from 'node:http'

/** Returns the code of the first problem with the input. */
export const codeOf = (issue: { message: string } | undefined) =>
  issue && /^[A-Z_]+$/.test(issue.message) ? issue.message : 'MALFORMED'

export async function toldBy(result: Response, names: readonly string[]): Promise<object> {
  const answer = (await result.json()) as Record<string, unknown>
  return Object.fromEntries(names.map((name) => [name, answer[name]]))
}

export function setCookies(response: ServerResponse, result: Response): void {
  const cookies = result.headers.getSetCookie()
  if (cookies.length > 0) response.appendHeader('set-cookie', cookies)
}

export function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
