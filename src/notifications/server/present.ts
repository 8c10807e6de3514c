import type { Notification } from '#/notifications/contract.ts'
import { isInAppPath } from '#/notifications/rules.ts'
import type { listNotifications } from './queries.ts'

type Row = Awaited<ReturnType<typeof listNotifications>>[number]

export function present(row: Row): Notification {
  const { href, ...metadata } = row.metadata as Record<string, unknown>
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    href: typeof href === 'string' && isInAppPath(href) ? href : null,
    metadata,
    relatedReportId: row.related_report_id,
    createdAt: row.created_at,
    isRead: Boolean(row.is_read),
  }
}
