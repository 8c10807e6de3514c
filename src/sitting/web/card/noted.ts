import { mostAge } from '#/sitting/card.ts'
import type { Card, CardEntry } from '#/sitting/card-contract.ts'
import type { RoutePoint } from '#/sitting/route.ts'

type Said = CardEntry extends infer Entry ? (Entry extends CardEntry ? Omit<Entry, 'age'> : never) : never

/** An entry noted on a phone, with the phone's own time in milliseconds. A route's points have theirs. */
export type Noted = { at: number } & (
  | Exclude<Said, { kind: 'route' }>
  | { id: string; kind: 'route'; track: string; points: RoutePoint[] }
  | { id: string; kind: 'photo'; photo: Blob }
)

/** An entry as a button makes it; its id and time are added. */
export type Unstamped = Noted extends infer Entry
  ? Entry extends Noted
    ? Omit<Entry, 'id' | 'at'>
    : never
  : never

/** Returns the entry as the server takes it: how long ago, because the phone's clock may be wrong. */
export function toSend(noted: Exclude<Noted, { kind: 'photo' }>, now: number): CardEntry {
  const { at, ...entry } = noted
  const age = ageOf(at, now)
  return entry.kind === 'route'
    ? {
        ...entry,
        age,
        points: entry.points.map(([time, latitude, longitude]) => [ageOf(time, now), latitude, longitude]),
      }
    : { ...entry, age }
}

export const ageOf = (at: number, now: number): number => Math.min(mostAge, Math.max(0, Math.round(now - at)))

/** A card with the entries on this phone. `waiting` has the ids of those that haven't arrived. */
export type ShownCard = Card & { waiting: ReadonlySet<string> }

type Picture = Card['content']['photos'][number]

/**
 * Returns the card as it will be once everything noted here has arrived; null if it hasn't been started. Entries that arrived
 * in the meantime aren't counted twice. `urlOf` shows a photo that waits.
 */
export function withNoted(
  card: Card | null,
  noted: readonly Noted[],
  urlOf: (photo: Blob, id: string) => string,
  closesAt: Date,
  day: string,
): ShownCard | null {
  let shown: ShownCard | null = card && { ...card, waiting: new Set() }
  for (const entry of noted) {
    const at = new Date(entry.at)
    if (entry.kind === 'start')
      shown ??= {
        day,
        started: { at, onPhone: null },
        stopped: null,
        sentAt: null,
        closesAt,
        content: { taps: [], photos: [], note: null, noteAt: null, route: [] },
        waiting: new Set([entry.id]),
      }
    else if (shown) shown = withOne(shown, shown.content, entry, urlOf)
  }
  return shown
}

function withOne(
  shown: ShownCard,
  content: Card['content'],
  entry: Exclude<Noted, { kind: 'start' }>,
  urlOf: (photo: Blob, id: string) => string,
): ShownCard {
  const at = new Date(entry.at)
  const stamp = { at, onPhone: null }
  const waiting = new Set([...shown.waiting, entry.id])
  const changed = (part: Partial<Card['content']>): ShownCard => ({
    ...shown,
    waiting,
    content: { ...content, ...part },
  })
  switch (entry.kind) {
    case 'tap': {
      if (content.taps.some(({ id }) => id === entry.id)) return shown
      return changed({
        taps: [...content.taps, { ...stamp, id: entry.id, kind: entry.tap, petId: entry.petId ?? null }],
      })
    }
    case 'undo':
      return changed({ taps: content.taps.filter(({ id }) => id !== entry.tapId) })
    case 'note':
      return changed({ note: entry.text })
    case 'photo': {
      if (content.photos.some(({ id }) => id === entry.id)) return shown
      const photo: Picture = {
        ...stamp,
        id: entry.id,
        url: urlOf(entry.photo, entry.id),
        width: 4,
        height: 3,
      }
      return changed({ photos: [...content.photos, photo] })
    }
    case 'photo_removal':
      return changed({ photos: content.photos.filter(({ id }) => id !== entry.photoId) })
    case 'route':
      return { ...shown, waiting }
    case 'route_removal':
      return changed({ route: [] })
    case 'stop':
      return shown.stopped ? shown : { ...shown, waiting, stopped: stamp }
    case 'send':
      return shown.sentAt ? shown : { ...shown, waiting, sentAt: at }
  }
}
