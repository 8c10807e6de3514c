export { NotificationsBell } from './NotificationsBell.tsx'
export { expectNotifications } from './notifications.ts'
