import { expect, test } from 'vitest'
import type { Message, ThreadPage } from '#/messaging/contract.ts'
import { withNewest, withOlder, withSent } from './thread-cache.ts'

const message = (position: number, link = 'first'): Message => ({
  id: `message ${position}`,
  position,
  isMine: false,
  text: `Word ${position}`,
  at: new Date('2026-11-02T03:30:00Z'),
  isErased: false,
  pictures: [{ id: 'picture', url: `/files/${link}`, width: 1, height: 1 }],
})

/** Newest first, as the server sends it. */
const page = (newest: number, oldest: number, link?: string): ThreadPage => ({
  booking: {
    id: 'booking',
    trade: 'veterinary',
    side: 'owner',
    with: 'Meera Iyer',
    phase: 'agreed',
    startsAt: new Date('2026-11-05T05:00:00Z'),
    endsAt: new Date('2026-11-05T05:30:00Z'),
    timeZone: 'Asia/Kolkata',
    petName: null,
  },
  isBlocked: false,
  isOut: false,
  unread: 0,
  rows: Array.from({ length: newest - oldest + 1 }, (_, index) => message(newest - index, link)),
  nextCursor: oldest > 1 ? `before ${oldest}` : null,
})

const positions = ({ rows }: { rows: Message[] }) => rows.map(({ position }) => position)
const minutes = (count: number) => count * 60_000

test('new messages follow the known ones, whose links don’t change', () => {
  const thread = withNewest(undefined, page(5, 3), 0)
  const next = withNewest(thread, page(7, 5, 'second'), minutes(1))
  expect(positions(next)).toEqual([3, 4, 5, 6, 7])
  expect(next.rows.map(({ pictures }) => pictures[0]!.url)).toEqual([
    ...Array(3).fill('/files/first'),
    ...Array(2).fill('/files/second'),
  ])
  expect(next.nextCursor).toBe('before 3')
})

test('with expiring links or a gap, the list is loaded again', () => {
  const thread = withNewest(undefined, page(5, 3), 0)
  const later = withNewest(thread, page(5, 4, 'second'), minutes(4) + 1)
  expect(positions(later)).toEqual([4, 5])
  expect(later.rows[0]!.pictures[0]!.url).toBe('/files/second')
  expect(positions(withNewest(thread, page(9, 7), 0))).toEqual([7, 8, 9])
  expect(positions(withNewest(thread, page(8, 6), 0))).toEqual([3, 4, 5, 6, 7, 8])
})

test('an empty thread takes its first messages', () => {
  const empty = withNewest(undefined, page(0, 1), 0)
  expect(positions(empty)).toEqual([])
  expect(positions(withNewest(empty, page(2, 1), 0))).toEqual([1, 2])
  expect(positions(withSent(empty, message(1))!)).toEqual([1])
})

test('older messages come first, once', () => {
  const thread = withNewest(undefined, page(5, 4), 0)
  const older = withOlder(thread, page(3, 2))
  expect(positions(older)).toEqual([2, 3, 4, 5])
  expect(positions(withOlder(older, page(3, 2)))).toEqual([2, 3, 4, 5])
  expect(older.nextCursor).toBe('before 2')
})

test('a sent message shows at once, unless others arrived in between', () => {
  const thread = withNewest(undefined, page(5, 4), 0)
  expect(positions(withSent(thread, message(6))!)).toEqual([4, 5, 6])
  expect(positions(withSent(thread, message(7))!)).toEqual([4, 5])
  expect(positions(withSent(thread, message(5))!)).toEqual([4, 5])
})

test('messages of a deleted account disappear from the loaded ones', () => {
  const thread = withNewest(undefined, page(5, 4), 0)
  const gone = page(5, 4)
  gone.rows[0] = { ...gone.rows[0]!, text: null, isErased: true, pictures: [] }
  expect(withNewest(thread, gone, 0).rows.at(-1)).toMatchObject({ position: 5, isErased: true, text: null })
})
