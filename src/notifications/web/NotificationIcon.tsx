import {
  BanknoteArrowDown,
  BanknoteArrowUp,
  Bell,
  CalendarCheck,
  CalendarClock,
  CalendarMinus,
  CalendarPlus,
  CalendarSync,
  CalendarX,
  CreditCard,
  Eye,
  FileCheck,
  FileText,
  Flag,
  Handshake,
  type IconNode,
  Images,
  ListChecks,
  Mail,
  MessageSquareCheck,
  MessageSquareText,
  Package,
  PackageCheck,
  PackageMinus,
  PawPrint,
  Pencil,
  ShieldCheck,
  ShieldEllipsis,
  ShieldMinus,
  ShieldX,
  Sparkles,
  Star,
  Trash,
  TriangleAlert,
} from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import type { NotificationType } from '#/notifications/notification-types.ts'
import css from './NotificationIcon.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet' | 'plum'

const icons: Record<NotificationType, [Tone, IconNode]> = {
  appointment_requested: ['warn', CalendarPlus],
  appointment_confirmed: ['good', CalendarCheck],
  appointment_declined: ['bad', CalendarX],
  appointment_cancelled: ['quiet', CalendarX],
  appointment_expired: ['quiet', CalendarClock],
  appointment_completed: ['info', CalendarCheck],
  appointment_no_show: ['plum', CalendarMinus],
  appointment_rated: ['warn', Star],
  rating_removed: ['bad', Star],
  appointment_reminder: ['info', CalendarClock],
  appointment_rescheduled: ['warn', CalendarSync],
  sitting_changed: ['warn', CalendarSync],
  sitting_late: ['warn', CalendarClock],
  visit_card: ['good', PawPrint],
  meet_greet: ['info', Handshake],
  meet_greet_reminder: ['info', CalendarClock],
  time_free: ['good', CalendarPlus],
  order_update: ['info', Package],
  order_received: ['warn', Package],
  package_bought: ['good', PackageCheck],
  package_reminder: ['warn', Package],
  package_changed: ['quiet', PackageMinus],
  payment_failed: ['bad', CreditCard],
  payout_sent: ['good', BanknoteArrowUp],
  payment_refunded: ['good', BanknoteArrowDown],
  new_message: ['info', MessageSquareText],
  visit_note_signed: ['good', FileCheck],
  visit_note_addendum: ['info', FileText],
  incident: ['warn', TriangleAlert],
  visit_pictures: ['good', Images],
  task_reminder: ['info', ListChecks],
  verification_submitted: ['info', ShieldEllipsis],
  verification_verified: ['good', ShieldCheck],
  verification_rejected: ['bad', ShieldX],
  verification_suspended: ['warn', ShieldMinus],
  service_opened: ['good', Sparkles],
  ticket_answered: ['info', MessageSquareText],
  ticket_closed: ['quiet', MessageSquareCheck],
  report_resolved: ['info', Flag],
  pet_report: ['bad', PawPrint],
  new_comment_on_report: ['info', MessageSquareText],
  new_message_on_report: ['info', Mail],
  report_marked_seen: ['good', Eye],
  flyer_generated: ['plum', FileText],
  report_updated: ['info', Pencil],
  report_deleted: ['quiet', Trash],
}

export function NotificationIcon({ type }: { type: string }) {
  const [tone, icon] = icons[type as NotificationType] ?? ['quiet', Bell]
  return (
    <span className={`${css.disc} ${css[tone]}`}>
      <LineIcon icon={icon} size={22} />
    </span>
  )
}
