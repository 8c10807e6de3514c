import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { Actor } from '#/kernel/server/work.ts'

/** A part of the site with its own rules: sign-in, uploaded files. */
export type Mount = { prefix: `/${string}/`; listen: RequestListener }

/** Passed to each domain's mounts. */
export type MountParts = {
  config: Config
  db: Db
  log: Log
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  now(): Date
}
