import { calendarFileOf, type Publisher } from '#/kernel/server/calendar-event.ts'
import { siteOf } from '#/kernel/server/config.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { dayOf } from '#/kernel/time.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { selectMeets } from './meet/find.ts'
import { meetEventOf } from './meet/news.ts'

/** Serves `GET /meet-greets/{id}.ics` to either side of an agreed meeting, and of one that was agreed and then cancelled. */
function meetFileListener({ site, product, from, ...parts }: DownloadParts & Publisher) {
  return downloadListener({
    ...parts,
    path: new RegExp(`^/meet-greets/(${uuidPattern})\\.ics$`),
    limit: { name: 'calendar-file', max: 120, windowSeconds: 3600 },
    async make(id, { records }) {
      const row = await selectMeets(parts.db).where('m.id', '=', id).executeTakeFirst()
      if (!row?.starts_at) return null
      const isOwner = records['pet_owner'] === row.pet_owner_id
      if (!isOwner && records['pet_sitter'] !== row.sitter_id) return null
      const event = meetEventOf(row, isOwner ? 'owner' : 'sitter')
      return {
        type: 'text/calendar; charset=utf-8',
        name: `meet-greet-${dayOf(row.starts_at, row.time_zone)}.ics`,
        body: (await calendarFileOf(event, { site, product, from })).file,
      }
    },
  })
}

export const sittingMounts = ({ config, ...parts }: MountParts): Mount[] => [
  {
    prefix: '/meet-greets/',
    listen: meetFileListener({
      ...parts,
      rateLimits: config.RATE_LIMITS,
      site: siteOf(config),
      product: config.PRODUCT_NAME,
      from: config.MAIL_FROM,
    }),
  },
]
