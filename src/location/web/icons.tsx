import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const PinIcon = () => (
  <LineIcon>
    <path d="M12 21c4.5-4.6 6.75-8.2 6.75-11a6.75 6.75 0 0 0-13.5 0c0 2.8 2.25 6.4 6.75 11z" />
    <circle cx="12" cy="10" r="2.5" />
  </LineIcon>
)

export const AimIcon = () => (
  <LineIcon>
    <circle cx="12" cy="12" r="6.5" />
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
  </LineIcon>
)
