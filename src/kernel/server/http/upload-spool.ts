import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'

/** Even a bad line manages this; a stalled sender is dropped after a few seconds. */
const pace = { everyMs: 5_000, leastBytes: 16 * 1024 }

/** Bytes on disk of unfinished uploads. One person's limit is two messages with all their files. */
const mostBytes = { all: 1024 * 1024 * 1024, ofOnePerson: 64 * 1024 * 1024 }

type Outcome = 'whole' | 'slow' | 'crowded' | 'gone'

export type Spooled =
  | { outcome: 'whole'; read(): ReadableStream<Uint8Array>; discard(): Promise<void> }
  | { outcome: Exclude<Outcome, 'whole'> }

/**
 * Stores upload bodies on disk below `dataDir`, so that a slow one costs neither memory nor anybody's turn. The open
 * file has no name, so a crash leaves nothing behind.
 */
export function uploadSpool(
  dataDir: string,
  bounds: { pace?: typeof pace; mostBytes?: typeof mostBytes } = {},
) {
  const folder = join(dataDir, 'incoming')
  const rules = { pace, mostBytes, ...bounds }
  const held = new Map<string, number>()
  let heldInAll = 0

  function hold(userId: string, bytes: number): boolean {
    const own = (held.get(userId) ?? 0) + bytes
    if (own > rules.mostBytes.ofOnePerson || heldInAll + bytes > rules.mostBytes.all) return false
    held.set(userId, own)
    heldInAll += bytes
    return true
  }

  function release(userId: string, bytes: number): void {
    const own = (held.get(userId) ?? 0) - bytes
    if (own > 0) held.set(userId, own)
    else held.delete(userId)
    heldInAll -= bytes
  }

  async function openFile(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path).catch(async (error) => {
      await file.close()
      throw error
    })
    return file
  }

  return async function spool(request: IncomingMessage, userId: string): Promise<Spooled> {
    const file = await openFile()
    let bytes = 0
    const discard = async () => {
      release(userId, bytes)
      await file.close()
    }
    const take = async (chunk: Buffer): Promise<boolean> => {
      if (!hold(userId, chunk.length)) return false
      bytes += chunk.length
      await file.appendFile(chunk)
      return true
    }
    try {
      const outcome = await takeWhole(request, take, rules.pace)
      if (outcome !== 'whole') {
        await discard()
        return { outcome }
      }
      return { outcome, read: () => readFromStart(file), discard }
    } catch (error) {
      await discard()
      throw error
    }
  }
}

function readFromStart(file: FileHandle): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, at)
      at += bytesRead
      if (bytesRead === 0) controller.close()
      else controller.enqueue(buffer.subarray(0, bytesRead))
    },
  })
}

/** Passes a body on by chunks, without closing its connection if it ends early, so that the sender can be told. */
function takeWhole(
  request: IncomingMessage,
  take: (chunk: Buffer) => Promise<boolean>,
  { everyMs, leastBytes }: typeof pace,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let recent = 0
    let taking = false
    const check = setInterval(() => {
      // A slow disk isn't the sender's fault.
      if (recent < leastBytes && !taking) finish('slow')
      recent = 0
    }, everyMs)
    const finish = (outcome: Outcome | Error) => {
      clearInterval(check)
      request.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    const onData = (chunk: Buffer) => {
      recent += chunk.length
      taking = true
      request.pause()
      take(chunk).then((taken) => {
        taking = false
        if (!taken) finish('crowded')
        else if (request.readableEnded || request.destroyed) onEnd()
        else request.resume()
      }, finish)
    }
    // A paused stream still ends after its last chunk: that chunk is written first, which then checks here.
    const onEnd = () => {
      if (!taking) finish(request.readableEnded ? 'whole' : 'gone')
    }
    if (request.destroyed) return finish('gone')
    request.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd)
  })
}
