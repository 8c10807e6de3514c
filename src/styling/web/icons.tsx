import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const ScissorsIcon = () => (
  <LineIcon>
    <circle cx="6.5" cy="17.5" r="2.5" />
    <circle cx="6.5" cy="6.5" r="2.5" />
    <path d="m8.5 8 11 9.5M8.5 16l11-9.5" />
  </LineIcon>
)

export const BadgeIcon = () => (
  <LineIcon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.5 12 2.5 2.5 4.5-5" />
  </LineIcon>
)
