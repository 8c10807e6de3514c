/**
 * Runs `node scripts/bootstrap.mjs <script> [arguments]` on the pinned Node, with the packages of package-lock.json. This
 * file itself runs on whatever Node the machine has (16 or newer) and needs no package.
 */
import { spawn, spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { whileLocked } from './lock.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.pawfolk')
const pinnedNode = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const binaries = path.join(modules, '.bin')

const lockText = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const stamp = crypto
  .createHash('sha256')
  .update(`${process.platform} ${process.arch}\n${lockText}`)
  .digest('hex')

if (whatIsMissing()) {
  await whileLocked(path.join(root, '.data', 'install.lock'), () => {
    // Another process may have installed everything meanwhile.
    const missing = whatIsMissing()
    if (missing) install(missing)
  })
}
runPinned(process.argv.slice(2))

function whatIsMissing() {
  if (!fs.existsSync(pinnedNode)) return fs.existsSync(modules) ? 'the pinned Node' : 'all packages'
  if (readOr(stampFile, '') === stamp) return ''
  const different = differentPackages()
  if (different.length === 0) {
    fs.writeFileSync(stampFile, stamp)
    return ''
  }
  const named = different.slice(0, 3).join(', ')
  return different.length > 3 ? `${named} and ${different.length - 3} more` : named
}

/** Compares npm's record in node_modules with the lock file. */
function differentPackages() {
  const wanted = JSON.parse(lockText).packages
  const found = JSON.parse(readOr(path.join(modules, '.package-lock.json'), '{"packages":{}}')).packages
  return Object.keys(wanted)
    .filter((name) => {
      if (name === '') return false
      // Packages for other platforms are missing on purpose.
      if (!found[name]) return !wanted[name].optional
      return found[name].version !== wanted[name].version || found[name].integrity !== wanted[name].integrity
    })
    .map((name) => name.replace(/^.*node_modules\//, ''))
}

function install(missing) {
  process.stderr.write(`Installing packages (${missing})…\n`)
  const done = npm('ci')
  const different = done.ok ? differentPackages() : []
  if (!done.ok || different.length > 0) {
    process.stderr.write(`${done.output}\nThe packages could not be installed. ${different.join(', ')}\n`)
    process.exit(1)
  }
  fs.writeFileSync(stampFile, stamp)
}

function npm(...command) {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', [...command, ...options], {
    cwd: root,
    // npm replaces the Node in node_modules, so it must run on the machine's own.
    env: { ...process.env, PATH: pathWithout(binaries) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const output = done.error ? done.error.message : `${done.stdout}${done.stderr}`
  return { ok: done.status === 0, output }
}

function runPinned(args) {
  const env = {
    // Keeps compiled code beside the packages; skipped where the folder isn't writable.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'),
    ...process.env,
    PATH: [binaries, pathWithout(binaries)].join(path.delimiter),
  }
  const child = spawn(pinnedNode, args, { stdio: 'inherit', env })
  // Ctrl-C reaches the child anyway; other signals are passed on. Either way the child exits first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + os.constants.signals[signal] : code)
  })
}

function pathWithout(folder) {
  const folders = (process.env.PATH || '').split(path.delimiter)
  return folders.filter((one) => one !== folder).join(path.delimiter)
}

function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
