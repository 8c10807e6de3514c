import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PreviousIcon = () => (
  <LineIcon stroke={2}>
    <path d="m14.5 6-6 6 6 6" />
  </LineIcon>
)

export const NextIcon = () => (
  <LineIcon stroke={2}>
    <path d="m9.5 6 6 6-6 6" />
  </LineIcon>
)

export const InfoIcon = () => (
  <LineIcon stroke={2}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.01" />
  </LineIcon>
)
