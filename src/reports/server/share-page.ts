import type { IncomingMessage, ServerResponse } from 'node:http'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import { previewTags } from '#/kernel/server/preview-tags.ts'
import type { BuiltFiles } from '#/kernel/server/static-files.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { animalText, statusText } from '#/reports/text.ts'
import { findReport, type ReportRow } from './queries.ts'

type Options = {
  db: Db
  log: Log
  web: BuiltFiles
  site: string
  product: string
  timeZone: string
}

const path = new RegExp(`^/pet-reports?/(${uuidPattern})/?$`, 'i')

/**
 * Serves a report's page with Open Graph tags, so that a link pasted into a chat shows the pet. It has what a visitor
 * may see; without the database, the page comes without tags.
 */
export function sharePageListener(options: Options) {
  const { db, log, web } = options
  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, id] = path.exec(targetOf(request).pathname) ?? []
    if (!id) return false
    const report = await findReport(db, null, id.toLowerCase()).catch((error) => {
      log.warn({ error: String(error) }, 'report page without tags')
      return undefined
    })
    await web.sendPage(request, response, report ? shareTags(report, options) : '')
    return true
  }
}

type Shared = Pick<
  ReportRow,
  'id' | 'status' | 'state' | 'pet_name' | 'species' | 'breed' | 'location_address' | 'seen_at' | 'photo'
>

/** 'Lost: Bruno, dog', or 'Home again: Bruno, dog'. */
export function shareTitle({ status, state, pet_name, species, breed }: Shared): string {
  const kind = breed ?? animalText[species].toLowerCase()
  const word = state === 'reunited' ? 'Home again' : statusText[status]
  return `${word}: ${pet_name ? `${pet_name}, ${kind}` : kind}`
}

/** Returns the tags of a report, from what everyone sees. */
export function shareTags(
  report: Shared,
  { site, product, timeZone }: Pick<Options, 'site' | 'product' | 'timeZone'>,
): string {
  const { id, status, state, location_address, seen_at, photo } = report
  const at = timeFor(onPaper, seen_at, { zone: timeZone, kind: 'moment' })
  const asks =
    state !== 'active'
      ? ''
      : status === 'lost'
        ? ' Seen this pet? Open the page and tell its owner.'
        : ' Is it yours? Open the page and write to the finder.'
  const title = shareTitle(report)
  const description = `${status === 'lost' ? 'Last seen' : 'Found'}: ${location_address}, ${at}.${asks}`
  return previewTags(
    { title: `${title} · ${location_address}`, description, path: `/pet-reports/${id}`, image: photo },
    { site, product },
  )
}
