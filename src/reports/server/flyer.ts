import { LRUCache } from 'lru-cache'
import { formatPhone } from '#/kernel/phone.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { jpegOf } from '#/kernel/server/files/pictures.ts'
import { drawSheet } from '#/kernel/server/pdf/sheet.ts'
import { turns } from '#/kernel/server/turns.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { notify } from '#/notifications/server/index.ts'
import { sexText } from '#/pets/text.ts'
import { sizeText } from '#/reports/fields.ts'
import { animalText, statusText } from '#/reports/text.ts'
import { findReport, type ReportRow } from './queries.ts'
import { aboutReport, nameOfPet } from './subscribers.ts'

type Options = DownloadParts & {
  site: string
  product: string
  timeZone: string
  readPhoto(url: string): Promise<Buffer | undefined>
  announceIn(db: Db): Announce
  now(): Date
}

/** Drawn flyers, each some 100 kB, by everything that is on them. */
const mostKept = 40

/** One at a time: drawing keeps the processor busy, and bookings must not wait for it. */
const inTurn = turns(1, 10)

/** Serves `GET /pet-reports/{report}/flyer.pdf` of an active report to people who are logged in. */
export function flyerListener(options: Options) {
  const { site, product, timeZone, readPhoto, announceIn, now, ...parts } = options
  const kept = new LRUCache<string, Buffer>({ max: mostKept })
  return downloadListener({
    ...parts,
    path: flyerPath,
    limit: { name: 'flyer', max: 30, windowSeconds: 3600 },
    async make(id, { userId }, search) {
      const report = await findReport(parts.db, userId, id)
      if (!report?.is_active) return null
      const isOwn = report.user_id === userId
      // A number that neighbours may see isn't for a wall, unless its owner asks for it there.
      const withPhone = isOwn && search.get('phone') === 'true'
      const flyer = flyerOf(report, { site, timeZone, withPhone })
      const key = JSON.stringify(flyer)
      const body =
        kept.get(key) ??
        (await inTurn(async () => kept.get(key) ?? drawFlyer(flyer, { product, now: now(), readPhoto })))
      kept.set(key, body)
      if (isOwn) await tellOfFlyer(report)
      return { type: 'application/pdf', name: `${statusText[report.status]}-flyer.pdf`.toLowerCase(), body }
    },
  })

  /** Puts the reporter's first flyer into their bell, so that they find the report again. */
  function tellOfFlyer(report: ReportRow): Promise<void> {
    return parts.db.transaction().execute((db) =>
      notify(
        { db, now: now(), announce: announceIn(db) },
        {
          userId: report.user_id,
          type: 'flyer_generated',
          source: `reports.flyer:${report.id}`,
          title: `Your flyer is ready: ${nameOfPet(report)}`,
          message: 'Print it and put it up where people walk. You can download it again from your report.',
          ...aboutReport({ ...report, pet_picture_url: report.photo }),
        },
      ),
    )
  }
}

export const flyerPath = new RegExp(`^/pet-reports/(${uuidPattern})/flyer\\.pdf$`)

type Flyer = ReturnType<typeof flyerOf>

/** Says what is on a flyer: only what everyone sees, and the reporter's number on their own if they ask for it. */
export function flyerOf(
  report: ReportRow,
  { site, timeZone, withPhone }: { site: string; timeZone: string; withPhone: boolean },
) {
  const { id, status, pet_name, species, breed, sex, size, colours, marks, collar } = report
  const facts = [breed, sex && sexText[sex], size && sizeText[size]].filter(Boolean).join(', ')
  return {
    isLost: status === 'lost',
    title: `${statusText[status]} ${animalText[species]}`.toUpperCase(),
    name: pet_name,
    facts,
    look: [colours, marks, collar && `Collar: ${collar}`].filter(Boolean).join('. '),
    place: report.location_address,
    when: timeFor(onPaper, report.seen_at, { zone: timeZone, kind: 'moment' }),
    hasReward: report.has_reward,
    phone: (withPhone && report.contact_phone && formatPhone(report.contact_phone)) || null,
    photo: report.photo,
    url: `${site}/pet-reports/${id}`,
  }
}

const colours = { lost: '#a8361d', found: '#0f6a58', soft: '#56605b', paper: '#faf5ec' } as const
const margin = 48

type Drawing = { product: string; now: Date; readPhoto: Options['readPhoto'] }

async function drawFlyer(flyer: Flyer, { product, now, readPhoto }: Drawing): Promise<Buffer> {
  const { isLost, name, facts, look, phone, url } = flyer
  const original = flyer.photo === null ? undefined : await readPhoto(flyer.photo)
  const photo = original && (await jpegOf(original, 1000))
  const strong = isLost ? colours.lost : colours.found
  const title = [flyer.title, name].filter(Boolean).join(': ')
  return drawSheet({ title, author: product, now }, (sheet) => {
    const wide = { x: margin, width: sheet.width - 2 * margin }
    sheet.box({ x: 0, y: 0, width: sheet.width, height: 112 }, strong)
    sheet.text(
      flyer.title,
      { ...wide, y: 18 },
      { sizes: [56, 48, 40], lines: 1, weight: 700, colour: '#ffffff', centred: true },
    )
    const area = { ...wide, y: 128, height: photo ? 330 : 40 }
    if (photo) sheet.picture(photo, area)
    let y = area.y + area.height + 12
    // Without a photo, the words fill the page.
    const scale = photo ? 1 : 1.7
    const write = (text: string, own: readonly [number, ...number[]], lines: number, weight?: 700) => {
      const [first, ...rest] = own.map((size) => size * scale)
      const sizes = [first!, ...rest] as const
      if (text)
        y += sheet.text(text, { ...wide, y }, { sizes, lines, centred: true, ...(weight && { weight }) })
    }
    if (name) write(name, [34, 28, 22], 1, 700)
    write(facts, [17, 14], 1)
    write(look, [15, 13], photo ? 2 : 4)
    y += 6
    write(`${isLost ? 'Last seen' : 'Found'}: ${flyer.place}`, [19, 16], 2, 700)
    write(flyer.when, [14], 1)
    if (flyer.hasReward) write('Reward', [19], 1, 700)

    const foot = 176
    const top = sheet.height - foot
    sheet.box({ x: 0, y: top, width: sheet.width, height: foot }, colours.paper)
    const size = 136
    sheet.code(url, { x: sheet.width - margin - size, y: top + 20, size })
    const left = { x: margin, width: sheet.width - 2 * margin - size - 24 }
    let at = top + 18
    const say = (text: string, sizes: readonly [number, ...number[]], lines: number, more: object = {}) => {
      at += sheet.text(text, { ...left, y: at }, { sizes, lines, ...more })
    }
    say(
      isLost ? 'Seen? Please don’t chase. Scan, and tell us where.' : 'Yours? Scan, and write to the finder.',
      [18, 16],
      2,
      { weight: 700, colour: strong },
    )
    if (phone) say(phone, [22], 1, { weight: 700 })
    say('Nobody who helps has to pay or share a code.', [11], 1, { colour: colours.soft })
    say(url.replace(/^https?:\/\//, ''), [10, 9, 8], 2, { colour: colours.soft })
    say(product, [10], 1, { colour: colours.soft })
  })
}
