/**
 * What a phone has noted and not sent yet, in IndexedDB: it outlives the page, and other tabs see it. Each entry belongs to
 * the person who was logged in. Where the browser keeps nothing, entries live as long as the page.
 */
import type { Day } from '#/kernel/time.ts'
import type { Noted } from './noted.ts'

export type Waiting = {
  /** The order in which things were noted on this phone. */
  key: number
  userId: string
  appointmentId: string
  day: Day
  entry: Noted
  /** Why the server refused it: it isn't sent again. */
  refused?: string
}

const store = 'entries'
/** Tells the logout, which must not load this code, to ask. */
const mark = 'pawfolk-visit-waiting'
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('pawfolk-visit-card')
const watchers = new Set<() => void>()
let opened: Promise<IDBDatabase | null> | undefined
const inMemory = new Map<number, Waiting>()

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('pawfolk-visits', 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(store, { keyPath: 'key', autoIncrement: true })
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      request.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
  return opened
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (entries: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await open()
  if (!database) return undefined
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode)
    const request = ask(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Returns what a person has noted here and not sent, in order. */
export async function waitingOf(userId: string): Promise<Waiting[]> {
  const stored = ((await inStore('readonly', (entries) => entries.getAll())) as Waiting[] | undefined) ?? []
  return [...stored, ...inMemory.values()].filter((one) => one.userId === userId)
}

let last = 0

export async function keep(waiting: Omit<Waiting, 'key'>): Promise<void> {
  try {
    if ((await inStore('readwrite', (entries) => entries.add(waiting))) === undefined)
      throw new Error('no store')
  } catch {
    last -= 1
    inMemory.set(last, { ...waiting, key: last })
  }
  localStorage.setItem(mark, '1')
  tell()
}

export async function forget({ key }: Waiting): Promise<void> {
  inMemory.delete(key)
  await inStore('readwrite', (entries) => entries.delete(key))
  const left = (await inStore('readonly', (entries) => entries.count())) ?? 0
  if (left + inMemory.size === 0) localStorage.removeItem(mark)
  tell()
}

export async function markRefused(waiting: Waiting, code: string): Promise<void> {
  const refused = { ...waiting, refused: code }
  if (inMemory.has(waiting.key)) inMemory.set(waiting.key, refused)
  else await inStore('readwrite', (entries) => entries.put(refused))
  tell()
}

/** Deletes everything that waits on this phone, whoever noted it. */
export async function forgetAll(): Promise<void> {
  inMemory.clear()
  await inStore('readwrite', (entries) => entries.clear())
  localStorage.removeItem(mark)
  tell()
}

/** Calls `changed` after each change, in any tab. */
export function watch(changed: () => void): () => void {
  watchers.add(changed)
  tabs?.addEventListener('message', changed)
  return () => {
    watchers.delete(changed)
    tabs?.removeEventListener('message', changed)
  }
}

function tell(): void {
  for (const changed of watchers) changed()
  tabs?.postMessage('changed')
}
