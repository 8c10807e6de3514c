import type { OpenPage, PushMessage } from '#/notifications/push.ts'
import { worker } from './scope.ts'

/** Shows pushes, and opens their page when they are clicked. */
export function listenForPushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as Changed)))
}

/** Shows each of them, because browsers take the permission away otherwise; without a sound if a page of ours is in front. */
async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await worker.registration.showNotification(message.title, {
    body: message.body,
    tag: message.id,
    data: message,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
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
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  const page = new URL(path, worker.location.origin)
  if (page.origin === worker.location.origin) await openPage(page.href)
  await read
}

async function openPage(url: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (!window) return void (await worker.clients.openWindow(url))
  await window.focus().catch(() => undefined)
  // A page that can, opens it without a reload, and asks first if it has unsaved words.
  if (!(await isTaken(window, { is: 'open', path: url.slice(worker.location.origin.length) })))
    await window.navigate(url)
}

const patienceMs = 1_000

function isTaken(window: WindowClient, message: OpenPage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const taken = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), patienceMs)
  })
  window.postMessage(message, [port2])
  return taken
}

type Changed = ExtendableEvent & { newSubscription?: PushSubscription | null }

/** Subscribes again when the browser has ended a subscription, unless the person has turned pushes off or logged out. */
async function renew({ newSubscription }: Changed): Promise<void> {
  const answer = await fetch('/api/notifications/choices')
  if (!answer.ok) return
  const { push } = (await answer.json()) as { push: { key: string; isOnHere: boolean } }
  if (!push.isOnHere) return
  const wanted = { userVisibleOnly: true, applicationServerKey: push.key }
  const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(wanted))
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/notifications/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys }),
  })
}
