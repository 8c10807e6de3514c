import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileLocked } from './lock.mjs'

const livingPid = String(process.pid)
const deadPid = '4194999'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawfolk-lock-'))
  file = join(folder, 'build.lock')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test('work under one lock runs in turn, also after a failure', async () => {
  const done: string[] = []
  const work = (name: string, end: () => void) => async () => {
    done.push(`${name} begins`)
    await Promise.resolve()
    done.push(`${name} ends`)
    end()
  }
  const fail = () => {
    throw new Error('no luck')
  }
  const first = whileLocked(file, work('first', fail))
  const second = whileLocked(
    file,
    work('second', () => undefined),
  )
  await expect(first).rejects.toThrow('no luck')
  await second
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('a waiting process says once which process it waits for', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const looks = vi.spyOn(process, 'kill')
  await writeFile(file, livingPid)
  const waiting = whileLocked(file, () => 'done')
  await vi.waitFor(() => expect(said).toHaveBeenCalled())
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(3), { timeout: 5_000 })
  await rm(file)
  expect(await waiting).toBe('done')
  expect(said.mock.calls).toEqual([[`Waiting for process ${livingPid}, which holds ${file}…\n`]])
})

test('the lock of a process that is gone is taken over', async () => {
  await writeFile(file, deadPid)
  expect(await whileLocked(file, () => 'done')).toBe('done')
})

test('of two processes that find an abandoned lock, the slower leaves the faster one’s new lock alone', async () => {
  await writeFile(file, deadPid)
  const { kill } = process
  vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
    // Another process takes the lock between our check and our removal.
    fasterTakesOver()
    return kill.call(process, pid, signal)
  })
  const work = vi.fn()
  const ours = whileLocked(file, work)
  expect(await readFile(file, 'utf8')).toBe(livingPid)
  expect(work).not.toHaveBeenCalled()
  await rm(file)
  await ours
  expect(work).toHaveBeenCalledOnce()
})

function fasterTakesOver(): void {
  const fs = process.getBuiltinModule('node:fs')
  fs.rmSync(file)
  fs.writeFileSync(file, livingPid)
}

test('a lock taken over by another process stays theirs', async () => {
  await whileLocked(file, () => writeFile(file, '1'))
  expect(await readFile(file, 'utf8')).toBe('1')
})

test('someone killed while taking over does not stand in the way for ever', async () => {
  await writeFile(file, deadPid)
  await mkdir(`${file}.takeover`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${file}.takeover`, longAgo, longAgo)
  expect(await whileLocked(file, () => 'done')).toBe('done')
})
