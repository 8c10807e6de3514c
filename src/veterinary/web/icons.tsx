import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const LicenseIcon = () => (
  <LineIcon>
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <circle cx="9" cy="11" r="2" />
    <path d="M6 15.5c.6-1.2 1.7-1.8 3-1.8s2.4.6 3 1.8M14.5 10H18M14.5 13.5H18" />
  </LineIcon>
)
