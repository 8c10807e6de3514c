import { DAY } from '#/kernel/duration.ts'

/**
 * An entry noted on this phone and not sent yet. In IndexedDB it outlives the page, and other tabs see it. It belongs to the
 * person who was logged in, for 30 days. If the browser stores nothing, entries live as long as the page.
 */
export type Waiting<Note> = Note & {
  /** The order in which things were noted on this phone. */
  key: number
  userId: string
  keptAt: number
}

const store = 'entries'
const keptMs = 30 * DAY

/** Opens the store of that name. While something waits, `mark` is in the local storage, for those who don't load this code. */
export function waitingStore<Note extends object>({ name, mark }: { name: string; mark: string }) {
  type Entry = Waiting<Note>
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const watchers = new Set<() => void>()
  const inMemory = new Map<number, Entry>()
  let opened: Promise<IDBDatabase | null> | undefined
  let last = 0

  function open(): Promise<IDBDatabase | null> {
    opened ??= new Promise((resolve) => {
      try {
        const request = indexedDB.open(name, 1)
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

  /** Returns undefined without a database. Requests made in `ask`'s own events belong to the same transaction. */
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

  function tell(): void {
    for (const changed of watchers) changed()
    tabs?.postMessage('changed')
  }

  async function keep(userId: string, note: Note): Promise<void> {
    const entry = { ...note, userId, keptAt: Date.now() }
    try {
      if ((await inStore('readwrite', (entries) => entries.add(entry))) === undefined)
        throw new Error('no store')
    } catch {
      last -= 1
      inMemory.set(last, { ...entry, key: last })
    }
    localStorage.setItem(mark, '1')
    tell()
  }

  /** Returns what a person has noted here and not sent, in order. */
  async function waitingOf(userId: string): Promise<Entry[]> {
    const stored = ((await inStore('readonly', (entries) => entries.getAll())) as Entry[] | undefined) ?? []
    const all = [...stored, ...inMemory.values()]
    const isOld = ({ keptAt }: Entry) => Date.now() - keptAt > keptMs
    for (const old of all.filter(isOld)) await forget(old)
    return all.filter((one) => one.userId === userId && !isOld(one))
  }

  /**
   * Replaces an entry by what `next` makes of it, or deletes it if that is undefined, while no other tab changes it. Returns
   * the new entry; undefined if there is none.
   */
  async function change(
    { key }: { key: number },
    next: (entry: Entry) => Entry | undefined,
  ): Promise<Entry | undefined> {
    let result: Entry | undefined
    const there = inMemory.get(key)
    if (there) {
      result = next(there)
      if (result) inMemory.set(key, result)
      else inMemory.delete(key)
    } else
      await inStore('readwrite', (entries) => {
        const request = entries.get(key) as IDBRequest<Entry | undefined>
        request.onsuccess = () => {
          result = request.result && next(request.result)
          if (result) entries.put(result)
          else if (request.result) entries.delete(key)
        }
        return request
      })
    const left = (await inStore('readonly', (entries) => entries.count())) ?? 0
    if (left + inMemory.size === 0) localStorage.removeItem(mark)
    tell()
    return result
  }

  const forget = async (entry: { key: number }): Promise<void> => void (await change(entry, () => undefined))

  /** Deletes everything that waits on this phone, of all people. */
  async function forgetAll(): Promise<void> {
    inMemory.clear()
    await inStore('readwrite', (entries) => entries.clear())
    localStorage.removeItem(mark)
    tell()
  }

  /** Calls `changed` after each change, in any tab. */
  function watch(changed: () => void): () => void {
    watchers.add(changed)
    tabs?.addEventListener('message', changed)
    return () => {
      watchers.delete(changed)
      tabs?.removeEventListener('message', changed)
    }
  }

  /** Runs `send` while no other tab does. Only secure pages have locks. */
  const oneTabAtATime = <Result>(send: () => Promise<Result>): Promise<Result> =>
    navigator.locks ? navigator.locks.request(name, send) : send()

  return { keep, waitingOf, change, forget, forgetAll, watch, oneTabAtATime }
}
