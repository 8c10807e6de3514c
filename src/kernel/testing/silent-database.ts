import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a database that can fall silent: it then accepts connections and answers nothing. */
export type SilentDatabase = {
  url: string
  readonly connections: number
  readonly open: number
  /** Open and new connections get no more answers. */
  fallSilent(): void
  /** Answers connections made meanwhile and from now on. */
  speakAgain(): void
  hangUp(): void
  close(): Promise<void>
}

export async function openSilentDatabase(databaseUrl: string): Promise<SilentDatabase> {
  const url = new URL(databaseUrl)
  const socketFolder = url.searchParams.get('host')
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  const open = new Set<Socket>()
  const waiting: (() => void)[] = []
  let silent = false
  let connections = 0

  function bridge(near: Socket, early: Buffer[]): void {
    if (near.destroyed) return
    const far = socketFolder ? connect(`${socketFolder}/.s.PGSQL.${target.port}`) : connect(target)
    for (const bytes of early) far.write(bytes)
    far.on('error', () => near.destroy())
    far.on('data', (bytes) => void (silent || near.write(bytes)))
    near.on('data', (bytes) => void (silent || far.write(bytes)))
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  }
  const server = createServer((near) => {
    connections++
    open.add(near)
    near.on('close', () => open.delete(near))
    near.on('error', () => near.destroy())
    if (!silent) return bridge(near, [])
    const early: Buffer[] = []
    const keep = (bytes: Buffer) => early.push(bytes)
    near.on('data', keep)
    waiting.push(() => {
      near.off('data', keep)
      bridge(near, early)
    })
  })
  const hangUp = () => {
    for (const near of open) near.destroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get connections() {
      return connections
    },
    get open() {
      return open.size
    },
    fallSilent() {
      silent = true
    },
    speakAgain() {
      silent = false
      for (const serve of waiting.splice(0)) serve()
    },
    hangUp,
    async close() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}
