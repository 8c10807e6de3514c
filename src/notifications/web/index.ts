export { NotificationsBell } from './NotificationsBell.tsx'
export { refreshNotifications } from './notifications.ts'
