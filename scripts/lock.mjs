// Plain JavaScript for the oldest Node that npm may run on: this is used before anything is installed.
import fs from 'node:fs'
import path from 'node:path'

const GIVE_UP_ON_HOLDER = 15 * 60_000
const GIVE_UP_ON_TAKEOVER = 10_000

/**
 * Runs `work` under a lock file, so that two commands started at once don't install or build over each other. A lock
 * whose process is gone doesn't count.
 */
export async function whileLocked(file, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  let waitsFor = ''
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(file) && takeAway(file)) continue
      const holder = readOr(file, '')
      if (holder !== waitsFor) sayWhomWeWaitFor(file, holder)
      waitsFor = holder || waitsFor
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  try {
    return await work()
  } finally {
    // Another process considered us dead and took the lock.
    if (readOr(file, '') === String(process.pid)) fs.rmSync(file, { force: true })
  }
}

function sayWhomWeWaitFor(file, holder) {
  if (holder) process.stderr.write(`Waiting for process ${holder}, which holds ${file}…\n`)
}

/**
 * Removes an abandoned lock; false while another process does. It checks again under its own lock: of two processes that
 * found it abandoned, the slower would remove the faster one's new lock.
 */
function takeAway(file) {
  const turn = `${file}.takeover`
  try {
    fs.mkdirSync(turn)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (ageOf(turn) > GIVE_UP_ON_TAKEOVER) fs.rmSync(turn, { recursive: true, force: true })
    return false
  }
  try {
    if (!isAbandoned(file)) return false
    fs.rmSync(file, { force: true })
    return true
  } finally {
    fs.rmSync(turn, { recursive: true, force: true })
  }
}

function isAbandoned(file) {
  if (ageOf(file) > GIVE_UP_ON_HOLDER) return true
  const text = readOr(file, '')
  // The file is empty until it is written.
  if (text === '') return false
  return !isRunning(Number(text))
}

export function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function ageOf(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
