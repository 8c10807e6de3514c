import type { ComponentType } from 'react'
import type { Fact } from '#/appointments/trade.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const CalendarIcon = () => (
  <LineIcon>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
  </LineIcon>
)

export const MoneyIcon = () => (
  <LineIcon>
    <rect x="3.5" y="6.5" width="17" height="11" rx="2" />
    <circle cx="12" cy="12" r="2.25" />
    <path d="M6.5 9.5v.01M17.5 14.5v.01" />
  </LineIcon>
)

export const MailIcon = () => (
  <LineIcon>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="m4 7 8 6 8-6" />
  </LineIcon>
)

export const VideoIcon = () => (
  <LineIcon>
    <rect x="3.5" y="7" width="11.5" height="10" rx="2" />
    <path d="m15 11 5.5-3v8L15 13" />
  </LineIcon>
)

export const ClockIcon = () => (
  <LineIcon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </LineIcon>
)

export const PhoneIcon = () => (
  <LineIcon>
    <path d="M8.3 4.5 6 5a1.5 1.5 0 0 0-1.2 1.7A15 15 0 0 0 17.3 19.2 1.5 1.5 0 0 0 19 18l.5-2.3a1 1 0 0 0-.6-1.1l-3-1.3a1 1 0 0 0-1.2.3l-1.1 1.4a12 12 0 0 1-4.6-4.6l1.4-1.1a1 1 0 0 0 .3-1.2l-1.3-3a1 1 0 0 0-1.1-.6z" />
  </LineIcon>
)

export const WarningIcon = () => (
  <LineIcon>
    <path d="M12 4 3.5 19h17z" />
    <path d="M12 10v4M12 16.5v.01" />
  </LineIcon>
)

export const NewIcon = () => (
  <LineIcon>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5" />
  </LineIcon>
)

const NoteIcon = () => (
  <LineIcon>
    <path d="M6 3.5h8.5L18.5 8v11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5z" />
    <path d="M14 3.5V8h4.5M8 12h7.5M8 16h5" />
  </LineIcon>
)

const PawIcon = () => (
  <LineIcon>
    <path d="M12 12.5c2.6 0 5 2.2 5 4.6 0 1.6-1.3 2.4-2.6 2.4-1 0-1.5-.4-2.4-.4s-1.4.4-2.4.4c-1.3 0-2.6-.8-2.6-2.4 0-2.4 2.4-4.6 5-4.6z" />
    <circle cx="5.5" cy="11.5" r="1.5" />
    <circle cx="9.5" cy="7" r="1.5" />
    <circle cx="14.5" cy="7" r="1.5" />
    <circle cx="18.5" cy="11.5" r="1.5" />
  </LineIcon>
)

/** The icons for a trade's facts. */
export const factIcons: Readonly<Record<Fact['icon'], ComponentType>> = {
  phone: PhoneIcon,
  mail: MailIcon,
  note: NoteIcon,
  paw: PawIcon,
}
