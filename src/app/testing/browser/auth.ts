import { answerAt } from './answers.ts'

type Sent = { readonly inputs: unknown[] }
type Said = { status?: number; headers?: Record<string, string> }

/** Answers the login service at a path below /api/auth from now on. Returns what is sent there. */
export function answerAuth(
  path: string,
  how: object | (() => object | Promise<object>) = {},
  { status = 200, headers = {} }: Said = {},
): Sent {
  const inputs: unknown[] = []
  answerAt(`/api/auth${path}`, async (request) => {
    inputs.push(await request.json())
    return Response.json(typeof how === 'function' ? await how() : how, { status, headers })
  })
  return { inputs }
}

/** Refuses with a code of the login service. */
export function refuseAuth(path: string, status: number, code = '', headers = {}): Sent {
  return answerAuth(path, { code }, { status, headers })
}

/** Loses the connection to the login service at this path. */
export function loseAuth(path: string): void {
  answerAt(`/api/auth${path}`, () => Response.error())
}
