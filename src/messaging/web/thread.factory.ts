import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { bookingSchema, messageSchema, messagingContract } from '#/messaging/contract.ts'

const now = new Date('2026-11-02T12:00:00+05:30')

/** Makes a message of the other side. */
export const makeMessage = (
  position: number,
  text: string,
  fields: Partial<z.input<typeof messageSchema>> = {},
) => made(messageSchema, { position, text, at: now, isErased: false, ...fields })

type Message = ReturnType<typeof makeMessage>
type Fields = Partial<z.input<typeof bookingSchema>>

/** Keeps the thread of a confirmed visit, whose page reads and writes it, as the server would. */
export function keepThread(messages: Message[] = [], fields: Fields = {}) {
  const booking = made(bookingSchema, {
    id: newId(),
    trade: 'veterinary',
    side: 'owner',
    with: 'Dr. Leela Menon',
    phase: 'agreed',
    startsAt: new Date('2026-11-04T09:00:00+05:30'),
    endsAt: new Date('2026-11-04T09:30:00+05:30'),
    timeZone: 'Asia/Kolkata',
    ...fields,
  })
  const thread = { messages, isBlocked: false, readUpTo: 0, mostRows: 30 }
  answer(messagingContract.thread, ({ cursor }) => {
    const before = cursor ? Number(cursor) : Number.POSITIVE_INFINITY
    const rows = thread.messages.filter(({ position }) => position < before).slice(-thread.mostRows)
    const first = rows[0]?.position ?? 1
    return {
      booking,
      isBlocked: thread.isBlocked,
      isOut: false,
      unread: thread.messages.filter(({ isMine, position }) => !isMine && position > thread.readUpTo).length,
      rows: rows.toReversed(),
      nextCursor: first > 1 ? String(first) : null,
    }
  })
  const send = () =>
    answer(messagingContract.send, ({ text }) => {
      const sent = makeMessage(thread.messages.length + 1, text ?? '', { isMine: true })
      thread.messages.push(sent)
      return sent
    })
  const { inputs: read } = answer(messagingContract.markRead, ({ upTo }) => {
    thread.readUpTo = upTo
  })
  answer(messagingContract.block, ({ isBlocked }) => {
    thread.isBlocked = isBlocked
  })
  return { booking, thread, send, sent: send().inputs, read }
}
