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
