import { LineIcon } from '#/kernel/web/LineIcon.tsx'

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

export const LicenseIcon = () => (
  <LineIcon>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <circle cx="9" cy="11" r="2" />
    <path d="M6 15.5c.6-1.2 1.7-1.8 3-1.8s2.4.6 3 1.8M14.5 10H18M14.5 13.5H18" />
  </LineIcon>
)

export const StarIcon = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" fill="var(--star)" aria-hidden="true" focusable="false">
    <path d="m12 2.8 2.8 5.8 6.4.9-4.6 4.4 1.1 6.3-5.7-3-5.7 3 1.1-6.3L2.8 9.5l6.4-.9z" />
  </svg>
)
