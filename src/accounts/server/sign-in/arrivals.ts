import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BetterAuth } from '#/accounts/server/library/better-auth.ts'
import type { Asked } from '#/accounts/server/library/hooks.ts'
import { type Input, libraryRequest } from '#/accounts/server/library/request.ts'
import { noteProof } from '#/accounts/server/proof/proof.ts'
import { findLinking } from '#/accounts/server/social/social.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { setCookies } from './answers.ts'
import type { KnownDevices } from './known-devices.ts'
import { goTo, pageAfter } from './redirects.ts'
import { Refused } from './refused.ts'

type Options = {
  auth: BetterAuth
  db: Db
  baseUrl: string
  devices: KnownDevices
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  endSession(request: IncomingMessage): Promise<void>
}

type Arriving = { path: string; input: Input; address: string; device: string }

/** Handles people who return from a provider: to log in, to link it, or to prove who they are. */
export function arrivals({ auth, db, baseUrl, devices, findActor, endSession }: Options) {
  return async function arriveBack(
    request: IncomingMessage,
    response: ServerResponse,
    { device, ...asked }: Arriving,
  ): Promise<void> {
    const begun = await findLinking(db, asked.input['state'] ?? '')
    const actor = begun && (await findActor(request, response))
    // The session that started this may have ended since.
    if (begun && actor?.userId !== begun.userId) throw new Refused(401, 'SIGNED_OUT')
    const about: Asked = { linking: begun !== undefined, proving: begun?.isProof === true, device }
    const result = await auth.handler(libraryRequest(request, baseUrl, { ...asked, method: 'GET' }), about)
    if (result.status !== 302) throw new Refused(result.status, await whyNot(result))
    const signedIn = result.headers.getSetCookie().some((line) => line.includes('session_token='))
    if (signedIn) await endSession(request)
    setCookies(response, result)
    if (about.signedInAs) devices.remember(request, response, about.signedInAs)
    const page = pageAfter(asked.path, result.headers.get('location') ?? '')
    if (actor && about.proving && !/[?&]error=/.test(page)) await noteProof(db, actor)
    goTo(response, page)
  }
}

/** Returns the error code. The provider vouches for the person, so they may learn that they're suspended. */
async function whyNot(result: Response): Promise<string> {
  const { code } = (await result.json().catch(() => ({}))) as { code?: string }
  return code === 'ACCOUNT_SUSPENDED' ? code : 'NOT_SIGNED_IN'
}
