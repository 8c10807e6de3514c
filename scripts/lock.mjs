// Plain JavaScript for the oldest Node that npm may run on: this is used before anything is installed.
import fs from 'node:fs'
import path from 'node:path'

const GIVE_UP_ON_HOLDER = 15 * 60_000

/**
 * Runs `work` while no other process runs it under the same file: two commands started at once must not install or
 * build over each other. A lock whose process is gone does not count.
 */
export async function whileLocked(file, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(file)) fs.rmSync(file, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function isAbandoned(file) {
  let text
  try {
    if (Date.now() - fs.statSync(file).mtimeMs > GIVE_UP_ON_HOLDER) return true
    text = fs.readFileSync(file, 'utf8')
  } catch {
    return false
  }
  // Between being made and being written it is empty.
  if (text === '') return false
  try {
    process.kill(Number(text), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
