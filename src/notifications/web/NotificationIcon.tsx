import type { NotificationType } from '#/notifications/notification-types.ts'
import css from './NotificationIcon.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet' | 'plum'
type Icon = { tone: Tone; path: string }

const calendar = 'M5 6.5h14V19a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1zM5 10.5h14M8.5 4v4M15.5 4v4'
const cardShape = 'M4.5 6.5h15v11.5h-15zM4.5 10h15'
const star = 'M12 4.5l2.1 4.6 5 .6-3.7 3.4 1 5-4.4-2.5-4.4 2.5 1-5-3.7-3.4 5-.6z'
const shield = 'M12 4l6.5 2.5V12c0 4-3 6.75-6.5 8-3.5-1.25-6.5-4-6.5-8V6.5z'
const bubble = 'M5 5.5h14v10h-8L7.5 19v-3.5H5z'
const paper = 'M7 4h7l4 4v12H7zM13.5 4v4.5H18'

const icons: Record<NotificationType, Icon> = {
  appointment_requested: { tone: 'warn', path: `${calendar}M12 13v4.5M9.75 15.25h4.5` },
  appointment_confirmed: { tone: 'good', path: `${calendar}M9.5 15.25l1.75 1.75 3.25-3.25` },
  appointment_declined: { tone: 'bad', path: `${calendar}M10.25 13.5l3.5 3.5M13.75 13.5l-3.5 3.5` },
  appointment_cancelled: { tone: 'quiet', path: `${calendar}M10.25 13.5l3.5 3.5M13.75 13.5l-3.5 3.5` },
  appointment_expired: { tone: 'quiet', path: `${calendar}M12 13v2.5l1.75 1.25` },
  appointment_completed: { tone: 'info', path: `${calendar}M9.5 15.25l1.75 1.75 3.25-3.25` },
  appointment_no_show: { tone: 'plum', path: `${calendar}M9.75 15.25h4.5` },
  appointment_rated: { tone: 'warn', path: star },
  rating_removed: { tone: 'bad', path: star },
  appointment_reminder: { tone: 'info', path: `${calendar}M12 13v2.5l1.75 1.25` },
  appointment_rescheduled: { tone: 'warn', path: `${calendar}M9.5 15.25h5l-1.75-1.75M14.5 15.25l-1.75 1.75` },
  time_free: { tone: 'good', path: `${calendar}M12 13v4.5M9.75 15.25h4.5` },
  payment_failed: { tone: 'bad', path: `${cardShape}M10.25 13l3.5 3.5M13.75 13l-3.5 3.5` },
  payout_sent: { tone: 'good', path: `${cardShape}M9 14.75h5.5l-2-2M14.5 14.75l-2 2` },
  payment_refunded: { tone: 'good', path: `${cardShape}M15 14.75H9.5l2-2M9.5 14.75l2 2` },
  new_message: { tone: 'info', path: `${bubble}M9 9.25h6M9 12h4` },
  visit_note_signed: { tone: 'good', path: `${paper}M10 12.5h5M12.5 10v5M10 17h5` },
  visit_note_addendum: { tone: 'info', path: `${paper}M10 12.5h5M10 16h5` },
  verification_submitted: { tone: 'info', path: `${shield}M12 9v3.5l2 1.25` },
  verification_verified: { tone: 'good', path: `${shield}M9 12l2.25 2.25L15.25 10` },
  verification_rejected: { tone: 'bad', path: `${shield}M10 10l4 4M14 10l-4 4` },
  verification_suspended: { tone: 'warn', path: `${shield}M9.5 12h5` },
  service_opened: { tone: 'good', path: star },
  ticket_answered: { tone: 'info', path: `${bubble}M9 9.25h6M9 12h4` },
  ticket_closed: { tone: 'quiet', path: `${bubble}M9.5 10.5l1.75 1.75 3.25-3.25` },
  pet_report: {
    tone: 'bad',
    path: 'M12 13c-2.5 0-4.5 2-4.5 4 0 1.5 1.5 2.25 4.5 2.25s4.5-.75 4.5-2.25c0-2-2-4-4.5-4M5.5 11.5v.5M9.5 7v.5M14.5 7v.5M18.5 11.5v.5',
  },
  new_comment_on_report: { tone: 'info', path: `${bubble}M9 9.25h6M9 12h4` },
  new_message_on_report: { tone: 'info', path: 'M4.5 6.5h15v11h-15zM4.5 7l7.5 6 7.5-6' },
  report_marked_seen: {
    tone: 'good',
    path: 'M3.5 12S6.5 6.5 12 6.5 20.5 12 20.5 12 17.5 17.5 12 17.5 3.5 12 3.5 12M12 14.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5',
  },
  flyer_generated: { tone: 'plum', path: `${paper}M10 12.5h5M10 16h5` },
  report_updated: { tone: 'info', path: 'M5 19l1-4L16 5l3 3L9 18zM13.75 7.25l3 3' },
  report_deleted: {
    tone: 'quiet',
    path: 'M5 7h14M9.5 7V4.5h5V7M7 7l.75 12.5h8.5L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  },
}

const unknownType: Icon = {
  tone: 'quiet',
  path: 'M6.5 10a5.5 5.5 0 0 1 11 0c0 5 2 6.5 2 6.5h-15s2-1.5 2-6.5M10 19.5a2.2 2.2 0 0 0 4 0',
}

export function NotificationIcon({ type }: { type: string }) {
  const { tone, path } = icons[type as NotificationType] ?? unknownType
  return (
    <span className={`${css.disc} ${css[tone]}`}>
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </span>
  )
}
