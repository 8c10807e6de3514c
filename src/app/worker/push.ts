import type { PushMessage } from '#/notifications/push.ts'
import { worker } from './scope.ts'

/** Shows pushes, and opens their page when they are clicked. */
export function listenForPushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data))
  })
}

/** Shows each of them, because browsers take the permission away otherwise; without a sound if a page of ours is in front. */
async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await worker.registration.showNotification(message.title, {
    ...{ body: message.body, tag: message.id, data: message },
    ...{ icon: '/icon-192.png', badge: '/icon-192.png' },
    silent: windows.some(({ focused }) => focused),
  })
}

const unknown: PushMessage = { id: '', title: 'New notification', body: '', path: '/dashboard' }

function read(data: PushMessageData | null): PushMessage {
  try {
    return { ...unknown, ...data?.json() }
  } catch {
    return unknown
  }
}

async function open({ id, path }: PushMessage): Promise<void> {
  // The mail about it then stays away. The bell also counts without.
  const read = fetch(`/api/notifications/${id}/read`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  }).catch(() => undefined)
  const page = new URL(path, worker.location.origin)
  if (page.origin === worker.location.origin) await openPage(page.href)
  await read
}

async function openPage(url: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (!window) return void (await worker.clients.openWindow(url))
  await window.focus().catch(() => undefined)
  await window.navigate(url)
}
