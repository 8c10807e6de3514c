/**
 * Groups the types under the words of the type filter. A group with a `page` has notifications only once that page is
 * built.
 */
export const notificationGroups = [
  {
    id: 'appointments',
    name: 'Appointments',
    types: {
      appointment_requested: 'Appointment requests',
      appointment_confirmed: 'Confirmed appointments',
      appointment_declined: 'Declined appointments',
      appointment_cancelled: 'Cancelled appointments',
      appointment_expired: 'Expired requests',
      appointment_completed: 'Completed appointments',
      appointment_no_show: 'No-shows and missed appointments',
      appointment_rated: 'Ratings',
      rating_removed: 'Removed ratings',
      appointment_reminder: 'Reminders',
      appointment_rescheduled: 'Rescheduled appointments',
      sitting_changed: 'Changes to walks and day care',
      visit_started: 'Walks and stays that begin',
      sitting_late: 'Walks and stays that begin late',
      visit_card: 'Visit cards',
      meet_greet: 'Meet & greets',
      meet_greet_reminder: 'Reminders of meet & greets',
      time_free: 'Freed times you’re waiting for',
    },
  },
  {
    id: 'packages',
    name: 'Packages',
    types: {
      package_bought: 'Packages bought and sold',
      package_reminder: 'Packages about to expire',
      package_changed: 'Expired and returned packages',
    },
  },
  {
    id: 'shop',
    name: 'Shop',
    types: {
      order_update: 'Your orders',
      autoship: 'Your autoships',
      order_received: 'Orders you receive',
    },
  },
  {
    id: 'payments',
    name: 'Payments',
    types: {
      payment_failed: 'Failed payments',
      payment_refunded: 'Refunds',
      payout_sent: 'Payouts',
    },
  },
  {
    id: 'messages',
    name: 'Messages',
    types: {
      new_message: 'Messages about bookings',
    },
  },
  {
    id: 'records',
    name: 'Health records',
    types: {
      visit_note_signed: 'Visit notes',
      visit_note_addendum: 'Additions to visit notes',
      incident: 'Incidents at visits',
      visit_pictures: 'Pictures of visits',
    },
  },
  {
    id: 'todo',
    name: 'To-Do',
    types: {
      task_reminder: 'Reminders of tasks',
      household_changed: 'Changes to households',
    },
  },
  {
    id: 'your-shop',
    name: 'Your shop',
    types: {
      low_stock: 'Low stock',
      product_reviewed: 'Reviews of your products',
      product_hidden: 'Products that we hid or showed again',
    },
  },
  {
    id: 'verification',
    name: 'Verification',
    types: {
      verification_submitted: 'Submitted',
      verification_verified: 'Verified',
      verification_rejected: 'Not verified',
      verification_suspended: 'Suspended',
    },
  },
  {
    id: 'services',
    name: 'Services',
    types: {
      service_opened: 'Newly opened services',
    },
  },
  {
    id: 'support',
    name: 'Help and support',
    types: {
      ticket_answered: 'Answers from support',
      ticket_closed: 'Closed tickets',
      report_resolved: 'Outcomes of your reports',
    },
  },
  {
    id: 'lost-and-found',
    name: 'Lost and found',
    page: '/pet-reports',
    types: {
      pet_report: 'Pet reports',
      new_comment_on_report: 'Comments',
      new_message_on_report: 'Messages',
      report_marked_seen: 'Sightings',
      flyer_generated: 'Flyers',
      report_updated: 'Report updates',
      report_deleted: 'Deleted reports',
    },
  },
] as const

type TypesOf<Group> = Group extends { types: infer Types } ? keyof Types : never
export type NotificationType = TypesOf<(typeof notificationGroups)[number]>

export const typeNames: Readonly<Record<NotificationType, string>> = Object.assign(
  {},
  ...notificationGroups.map(({ types }) => types),
)
export const notificationTypes = Object.keys(typeNames) as NotificationType[]
