import type { Mount, MountParts } from '#/kernel/server/http/mounts.ts'
import { stopPrefix } from './stop-link.ts'
import { stopMailsListener } from './stop-page.ts'

export const notificationsMounts = (parts: MountParts): Mount[] => [
  { prefix: stopPrefix, listen: stopMailsListener(parts) },
]
