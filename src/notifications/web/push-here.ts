import type { PushDevice } from '#/notifications/push.ts'

/** `blocked`: the person has refused, and only the browser's settings can change it. */
export type PushSupport = 'offered' | 'blocked' | 'none'

export function pushSupport(): PushSupport {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'offered'
}

/** Asks for the permission and subscribes this browser. Returns null if the person refuses. */
export async function subscribeHere(key: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await pushManager.subscribe(wanted).catch(async (error: unknown) => {
    // It still has one with an earlier key.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(wanted)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

export async function unsubscribeHere(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
