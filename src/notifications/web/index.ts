export { NotificationsBell } from './NotificationsBell.tsx'
export { expectNotifications } from './notifications.ts'
export { relativeTime } from './relative-time.ts'
